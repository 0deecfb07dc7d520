import type { JsonObject, ToolRequest } from '@narratoria/protocol'
import type { ReportEntry, WorldState } from '@narratoria/world'

/** Longest text of one step. */
const maxCharacters = 4000

/** What happened in a turn, in order. */
export interface TurnOutcomes {
  /** Texts for the player. */
  paragraphs: string[]
  /** Those of the paragraphs that report rolls of dice. */
  rolls: string[]
  /** Acts of the world that are part of the paragraphs: `unknown` for words that no act covers. */
  acts: string[]
}

/**
 * Reads what happened: the summary of each step before the narration, in plan order. An act in the world has several texts in the
 * report of the turn, one for each paragraph.
 */
export function readOutcomes({
  outcomes = {},
  dependencies,
  state,
  turn,
}: Pick<ToolRequest, 'outcomes' | 'dependencies' | 'state' | 'turn'>): TurnOutcomes {
  const entries = entriesOf(state, turn?.seq)
  const acts = entries.map(({ act }) => act)
  const rolls: string[] = []
  const paragraphs = Object.entries(outcomes).flatMap(([toolId, { state: ended, summary = '' }]) => {
    const reported = cleanText(summary)
    if (reported !== '' && dependencies[toolId]?.dice !== undefined) rolls.push(reported)
    if (ended !== 'completed' || reported === '') return []
    const own = takeEntries(entries, reported)
    return own.length > 0 ? own : [reported]
  })
  return { paragraphs: [...paragraphs, ...entries.map(({ text }) => text)].filter((text) => text !== ''), rolls, acts }
}

/** Without control characters and invisible ones, which could manipulate a terminal. */
function cleanText(text: string): string {
  return text
    .replace(/(?!\n)\p{C}/gu, ' ')
    .trim()
    .slice(0, maxCharacters)
}

function entriesOf(state: JsonObject, seq: number | undefined): ReportEntry[] {
  const report = (state.world as WorldState | undefined)?.report
  if (!report || (seq !== undefined && report.seq !== seq)) return []
  return Object.entries(report.entries)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([, entry]) => entry)
}

// The summary of an act is the texts of its entries, joined by spaces.
function takeEntries(entries: ReportEntry[], summary: string): string[] {
  const taken: string[] = []
  let rest = summary
  while (entries[0] && entries[0].text !== '' && rest.startsWith(entries[0].text)) {
    const { text } = entries.shift()!
    taken.push(text)
    rest = rest.slice(text.length).trimStart()
  }
  return taken
}
