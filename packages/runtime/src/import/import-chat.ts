import { randomUUID } from 'node:crypto'
import type { ChatAbout, ChatPart, ChatReport, ChatTurn } from '@narratoria/interchange/chat'
import { convertLorebook, type LorebookDocument, cleanedFrom } from '@narratoria/interchange'
import type { JsonObject, StoryNotes } from '@narratoria/protocol'
import { freeName } from '../export/import-session.ts'
import { recapOf, recapTurns } from '../history/story-so-far.ts'
import type { NewSession, SessionRecord, SessionStore, StoredTurn, TurnRecap } from '../store/session-store.ts'
import type { PlayableCampaign } from '../world/campaigns.ts'

/** A chat of another program, which can be read several times. `readForeignFile` of `@narratoria/interchange` returns one. */
export interface ForeignChat {
  /** What it is: `SillyTavern chat`. */
  source: string
  read(report: ChatReport): AsyncIterable<ChatPart> | Iterable<ChatPart>
}

/** Options of {@link importChat}. */
export interface ChatOptions {
  /** The name of the story, and its title. Defaults to no name, and to the title of the chat. */
  name?: string
  /** The title of a chat that has none. Defaults to "Imported story". */
  title?: string
  /** The campaign in which the story continues. Defaults to none. */
  campaign?: PlayableCampaign
}

/** The result of {@link importChat}. */
export interface ImportedChat {
  session: SessionRecord
  /** What was taken over, and what was left out and why: a phrase or a sentence each. */
  taken: string[]
  leftOut: string[]
}

/** The bounds of notes. */
const [maxNote, maxFact, maxFacts, maxDepth] = [4_000, 1_000, 100, 100]

/**
 * Stores a chat of another program as a session, in one transaction and in bounded memory: its messages as turns, and their alternatives
 * as texts of the turns. The chat is read twice; an error in it is found before anything is stored.
 *
 * @throws {InterchangeError} `invalid_chat`, `damaged_file`, `too_large`
 * @throws {RuntimeError} `name_taken`
 */
export async function importChat(
  store: SessionStore,
  chat: ForeignChat,
  { name, title = 'Imported story', campaign }: ChatOptions = {},
): Promise<ImportedChat> {
  const report = emptyReport()
  const about = await survey(chat, report)
  const sessionId = randomUUID()
  const ids = Array.from({ length: report.turns }, () => randomUUID())
  const { lorebooks, leftOut } = lorebooksOf(about)
  const named = about.title === '' ? title : about.title
  const initialState: JsonObject = {
    ...(about.variables && { variables: about.variables }),
    ...(campaign && {
      world: {
        ...(campaign.world.state as JsonObject),
        campaign: { name: campaign.name, version: campaign.version, digest: campaign.digest },
      },
    }),
  }
  const head = ids.at(-1) ?? null
  const record: NewSession & { head: string | null; tip: string | null } = {
    sessionId,
    name: name === undefined ? null : await freeName(store, name),
    title: name ?? named.slice(0, 200),
    notes: notesOf(about),
    opening: about.opening,
    initialState,
    lorebooks,
    createdAt: about.createdAt ?? Date.now(),
    head,
    tip: head,
  }
  const session = await store.importSession(
    record,
    turnsOf(chat, { sessionId, ids, state: initialState, since: record.createdAt }),
  )
  return {
    session,
    taken: takenOf(chat.source, about, report),
    leftOut: [...leftOut, ...leftOutOf(report)],
  }
}

async function survey(chat: ForeignChat, report: ChatReport): Promise<ChatAbout> {
  let about: ChatAbout = { title: '', opening: '' }
  let turns = 0
  for await (const part of chat.read(report)) {
    if (part.type === 'about') about = part.about
    else turns += 1
  }
  report.turns = turns
  return about
}

async function* turnsOf(
  chat: ForeignChat,
  { sessionId, ids, state, since }: { sessionId: string; ids: readonly string[]; state: JsonObject; since: number },
): AsyncGenerator<StoredTurn> {
  let recaps: TurnRecap[] = []
  let [index, time] = [0, since]
  for await (const part of chat.read(emptyReport())) {
    if (part.type === 'about') continue
    // Later turns are never older.
    time = Math.max(time, part.turn.createdAt ?? time)
    const place = { sessionId, turnId: ids[index]!, seq: index + 1, parentId: index === 0 ? null : ids[index - 1]! }
    const { prompt, narrative } = part.turn
    const recap = recapOf({ seq: place.seq, prompt, narrative, summaries: [] }, { recaps, depth: place.seq })
    yield turnOf(part.turn, { ...place, time, state, recap })
    recaps = [...recaps, { seq: place.seq, prompt, narrative, recap }].slice(-recapTurns)
    index += 1
  }
}

function turnOf(
  { prompt, narrative, alternatives }: ChatTurn,
  {
    time,
    state,
    recap,
    ...place
  }: Pick<StoredTurn, 'sessionId' | 'turnId' | 'seq' | 'parentId' | 'state' | 'recap'> & { time: number },
): StoredTurn {
  const texts = alternatives?.map((text) => ({ prompt, narrative: text.narrative, createdAt: text.createdAt ?? time }))
  const { sessionId, turnId, seq } = place
  return {
    ...place,
    prompt,
    status: 'stored',
    narrative,
    choices: [],
    plan: null,
    execution: null,
    state,
    attempts: [],
    fallback: false,
    createdAt: time,
    events: [
      { type: 'turn_started', sessionId, turnId, seq, prompt },
      // The first text is that of the turn as it was played.
      { type: 'narration', text: texts?.[0]?.narrative ?? narrative, append: false },
    ],
    assets: [],
    ...(recap && { recap }),
    ...(texts && { texts }),
  }
}

function notesOf({ note, memory, persona }: ChatAbout): StoryNotes {
  const pinned = factsOf(memory ?? '')
  return {
    ...(persona !== undefined && persona !== '' && { persona: persona.slice(0, maxNote) }),
    ...(pinned.length > 0 && { pinned }),
    ...(note &&
      note.text !== '' && {
        note: { text: note.text.slice(0, maxNote), depth: Math.min(maxDepth, Math.ceil(note.depth / 2)) },
      }),
  }
}

/** Paragraphs, divided where they are too long for a pinned fact. */
function factsOf(memory: string): string[] {
  return memory
    .split(/\n{2,}/)
    .flatMap((paragraph) => piecesOf(paragraph.trim()))
    .slice(0, maxFacts)
}

function piecesOf(text: string): string[] {
  const count = Math.ceil(text.length / maxFact)
  return Array.from({ length: count }, (_, index) => text.slice(index * maxFact, (index + 1) * maxFact).toWellFormed())
}

function lorebooksOf({ lore, title }: ChatAbout): { lorebooks: LorebookDocument[]; leftOut: string[] } {
  if (!lore) return { lorebooks: [], leftOut: [] }
  const { document, warnings } = convertLorebook(lore, title || 'World info')
  return { lorebooks: [document], leftOut: warnings }
}

function takenOf(source: string, about: ChatAbout, report: ChatReport): string[] {
  const { opening, variables, note, memory, persona, lore } = about
  return [
    `${report.turns} ${report.turns === 1 ? 'turn' : 'turns'} of a ${source}`,
    ...(report.alternatives > 0 ? [`${report.alternatives} other texts of turns, to swipe through`] : []),
    ...(opening === '' ? [] : ['the opening']),
    ...(note ? ["the author's note"] : []),
    ...(memory === undefined ? [] : ['the memory, as pinned facts']),
    ...(persona === undefined ? [] : ['the persona']),
    ...(lore ? ['the lorebook'] : []),
    ...(variables ? ['the variables, as /variables of the state'] : []),
  ]
}

function leftOutOf({ skippedMessages: skipped, cleanedTexts: cleaned, warnings }: ChatReport): string[] {
  const messages = `${skipped} ${skipped === 1 ? 'message' : 'messages'} of the system or hidden: not part of the story.`
  return [...(skipped > 0 ? [messages] : []), ...cleanedFrom(cleaned), ...warnings]
}

function emptyReport(): ChatReport {
  return { skippedMessages: 0, turns: 0, alternatives: 0, cleanedTexts: 0, warnings: [] }
}
