import type { RegisteredAsset } from '@narratoria/protocol'
import { failuresOf, applyTurnEvent, startTurnView } from '../../api/apply-turn-event.ts'
import type { TurnItem } from '../../api/resources.ts'
import type { TurnView, AssetView } from '../../api/turn-view.ts'
import type { Narratoria, SessionRecord, StoredTurn, TurnSummary } from '@narratoria/runtime'
import type { TurnText } from '@narratoria/runtime/store'
import type { SkillRegistry } from '@narratoria/skills'
import { type NameTool, WireTranslator, nameByFile } from './wire-turn-event.ts'

/** The number of stored turns whose story part is cached. */
const maxCached = 2_000

/** The last turns of a story among which a list looks for a picture. */
const picturedTurns = 4

/** The cached story part of stored turns. Only the last turn of a line can change. */
type StoryPart = Pick<TurnItem, 'choices' | 'assets' | 'uiEvents' | 'fallback' | 'failures'>

/** The place of the shown text of a turn among its texts. */
type TextPlace = TurnItem['texts']

/** The end of a story in a list. */
export interface StoryEnd {
  lastLine: string
  /** The newest picture that is not a placeholder. */
  pictureUrl: string | null
  /** The newest placeholder, if there is no other picture. */
  placeholderUrl: string | null
}

/** Reads the views of stored turns. */
export class TurnReader {
  readonly #host: () => Narratoria
  readonly #parts = new Map<string, { part: StoryPart; texts: TextPlace }>()

  constructor(host: () => Narratoria) {
    this.#host = host
  }

  /** The story parts of turns. */
  async items(sessionId: string, turns: readonly TurnSummary[]): Promise<TurnItem[]> {
    const items: TurnItem[] = []
    for (const turn of turns) items.push(await this.#item(sessionId, turn))
    return items
  }

  async view(sessionId: string, turnId: string): Promise<TurnView> {
    return this.#view(sessionId, await this.#host().store.readTurn(sessionId, turnId))
  }

  async assets(sessionId: string, turnId: string): Promise<readonly RegisteredAsset[]> {
    return (await this.#host().store.readTurn(sessionId, turnId)).assets
  }

  /** The end of a story for a list: its last sentences, and the newest picture of its last turns. */
  async end({ sessionId, head }: Pick<SessionRecord, 'sessionId' | 'head'>): Promise<StoryEnd> {
    const turns = await this.#host().store.line(sessionId, head, picturedTurns)
    const last = turns.at(-1)
    if (!last) return { lastLine: '', pictureUrl: null, placeholderUrl: null }
    const pictures = await this.#newestPictures(sessionId, turns)
    return this.#host().skills.maskSecrets({ lastLine: endOf(last.narrative), ...pictures })
  }

  async #newestPictures(sessionId: string, turns: readonly TurnSummary[]): Promise<Omit<StoryEnd, 'lastLine'>> {
    let placeholderUrl: string | null = null
    for (const { turnId } of turns.toReversed()) {
      const { assets } = (await this.#read(sessionId, turnId)).part
      const pictures = assets.filter(({ mediaType }) => mediaType.startsWith('image/')).toReversed()
      const picture = pictures.find(({ metadata }) => metadata?.placeholder !== true)
      if (picture) return { pictureUrl: picture.url, placeholderUrl: null }
      placeholderUrl ??= pictures[0]?.url ?? null
    }
    return { pictureUrl: null, placeholderUrl }
  }

  /** Drops what is cached of a turn that changed. */
  forget(sessionId: string, turnId: string): void {
    this.#parts.delete(`${sessionId}/${turnId}`)
  }

  translator(sessionId: string): WireTranslator {
    const { skills } = this.#host()
    return new WireTranslator(sessionId, {
      nameTool: nameBySkill(skills),
      maskSecrets: (value) => skills.maskSecrets(value),
    })
  }

  async #item(sessionId: string, turn: TurnSummary): Promise<TurnItem> {
    const { turnId, seq, parentId, prompt, narrative, createdAt } = turn
    const siblings = await this.#host().store.children(sessionId, parentId)
    const { part } = await this.#read(sessionId, turnId)
    const alternatives = siblings.map((sibling) => sibling.turnId)
    return this.#host().skills.maskSecrets({
      turnId,
      seq,
      parentId,
      prompt,
      narrative,
      createdAt,
      ...part,
      alternatives,
      texts: await this.#textPlace(sessionId, turnId, alternatives),
    })
  }

  /** The place of a turn's text among the texts of all turns that were played at its point. */
  async #textPlace(sessionId: string, turnId: string, alternatives: readonly string[]): Promise<TextPlace> {
    let [position, count] = [0, 0]
    for (const each of alternatives) {
      const { texts } = await this.#read(sessionId, each)
      if (each === turnId) position = count + texts.position
      count += texts.count
    }
    return { position, count }
  }

  async #read(sessionId: string, turnId: string): Promise<{ part: StoryPart; texts: TextPlace }> {
    const key = `${sessionId}/${turnId}`
    const known = this.#parts.get(key)
    if (known) return known
    const turn = await this.#host().store.readTurn(sessionId, turnId)
    const view = this.#view(sessionId, turn)
    const { choices, assets, uiEvents, fallback } = view
    const { texts = [turn] } = turn
    const isShown = ({ prompt, narrative }: TurnText) => prompt === turn.prompt && narrative === turn.narrative
    const read = {
      part: { choices, assets, uiEvents, fallback, failures: failuresOf(view) },
      texts: { position: texts.findIndex(isShown) + 1, count: texts.length },
    }
    this.#parts.set(key, read)
    if (this.#parts.size > maxCached) this.#parts.delete(this.#parts.keys().next().value!)
    return read
  }

  #view(sessionId: string, turn: StoredTurn): TurnView {
    return viewStoredTurn(turn, this.translator(sessionId))
  }
}

/** The last paragraph of a narrative, or the end of it. */
function endOf(narrative: string): string {
  const paragraph =
    narrative
      .trim()
      .split(/\n{2,}/)
      .at(-1) ?? ''
  const flat = paragraph.replaceAll(/\s+/gu, ' ')
  return flat.length <= 200 ? flat : `… ${flat.slice(flat.indexOf(' ', flat.length - 200) + 1)}`
}

/** Names a tool by the skill of its folder. */
export function nameBySkill(skills: SkillRegistry): NameTool {
  const byPath = new Map(
    skills
      .list()
      .flatMap((skill) => skill.scripts.map((script) => [script.path, { skill: skill.name, script: script.name }])),
  )
  return (toolPath) => byPath.get(toolPath) ?? nameByFolder(skills, toolPath)
}

/** A script that is no longer listed is still in its skill's folder. */
function nameByFolder(skills: SkillRegistry, toolPath: string): { skill?: string; script: string } {
  const skill = skills.list().find(({ path }) => toolPath.startsWith(`${path}/`))
  return { ...(skill && { skill: skill.name }), ...nameByFile(toolPath) }
}

/** Builds the view of a stored turn from its recorded events, with all its files. */
function viewStoredTurn(turn: StoredTurn, translator: WireTranslator): TurnView {
  const { events: _events, assets: _assets, createdAt: _createdAt, texts: _texts, ...result } = turn
  // The player may have edited the text since.
  const events = turn.events
    .filter((event) => event.type !== 'turn_finished')
    .map((event) => (event.type === 'turn_started' ? { ...event, prompt: turn.prompt } : event))
  const assets: AssetView[] = []
  let view = startTurnView(turn)
  for (const event of [...events, { type: 'turn_finished' as const, result }]) {
    const sent = translator.translate(event)
    if (sent?.type === 'asset') assets.push(sent.asset)
    else if (sent) view = applyTurnEvent(view, sent)
  }
  return { ...view, assets }
}
