import type { Act } from '../model/act.ts'
import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import { Scene } from '../scene/scene.ts'
import { framesOf } from './frames.ts'
import type { Lexicon } from './lexicon.ts'
import type { NounContext, Referents } from './noun-context.ts'
import { readOne } from './noun-phrase.ts'
import { normalize, numberOf, readWhole } from './whole.ts'
import { nounsOf } from './nouns.ts'
import { correctSpelling } from './spelling.ts'
import type { Parsed } from './parsed.ts'
import { toAddressee } from './to-person.ts'
import { divide } from './divide.ts'
import { readClauses } from './read-clauses.ts'
import { type Token, tokenize } from './tokens.ts'

/** What words are read against. */
export interface ParseContext {
  world: World
  state: WorldState
  /** The words of the language. See `@narratoria/content`. */
  lexicon: Lexicon
  /** The words of the choices that were offered. */
  choices?: readonly string[]
}

/** Reads what a player typed as acts. It never throws; what it does not understand is in `rest`. */
export function parse(text: string, { world, state, lexicon, choices = [] }: ParseContext): Parsed {
  const plain = normalize(text)
  const whole = readWhole(plain, { state, lexicon, choices })
  if (whole) return { acts: [], rest: [], ...whole(text) }
  const scene = new Scene(world, state)
  const { it, him, her, them } = state.focus ?? {}
  const referents: Referents = { ...(it && { it }), ...(him && { him }), ...(her && { her }), ...(them && { them }) }
  const last = (state.focus?.last ?? {}) as Partial<Act>
  if (last.topic !== undefined) referents.topic = last.topic
  referents.recent = [last.thing, last.with, last.where, ...(last.things ?? [])].filter((id) => id !== undefined)
  const context: NounContext = { scene, nouns: nounsOf(scene, lexicon), lexicon, referents, memo: new Map() }
  const frames = framesOf(lexicon, world)
  const scenery = Object.keys(scene.places[scene.here]?.scenery ?? {})
  const tokens = correctSpelling(tokenize(text, lexicon), { lexicon, nouns: context.nouns, scenery })
  const answered = answerQuestion(tokens, context, text)
  if (answered) return answered
  const spoken = toAddressee(tokens, { context, text })
  if (spoken) return { acts: [{ act: spoken, start: 0, end: text.length }], rest: [] }
  return readClauses(divide(tokens, context, frames), { context, frames, text })
}

/** Finds what a name stands for: an id of a thing, person or place, or `undefined`. For names that a model wrote. */
export function resolveName(
  world: World,
  state: WorldState,
  { name, lexicon }: { name: string; lexicon: Lexicon },
): string | undefined {
  const scene = new Scene(world, state)
  const context: NounContext = { scene, nouns: nounsOf(scene, lexicon), lexicon, referents: {} }
  const found = readOne(tokenize(name, lexicon), context, () => 0)
  return found && found.score > 0 ? found.ids[0] : undefined
}

// The player answers "which key do you mean?" with a few words.
function answerQuestion(tokens: readonly Token[], context: NounContext, text: string): Parsed | undefined {
  const { pending } = context.scene.state.focus ?? {}
  if (!pending || tokens.length === 0 || tokens.length > 5) return undefined
  const between = pending.between.filter((id) => typeof id === 'string')
  const id = between[numberOf(normalize(text), context.lexicon) - 1] ?? namedOf(between, tokens, context)
  if (id === undefined) return undefined
  const act = { ...(pending.act as unknown as Act), [pending.role === 'things' ? 'thing' : pending.role]: id }
  return { acts: [{ act, start: 0, end: text.length }], rest: [] }
}

function namedOf(between: readonly string[], tokens: readonly Token[], context: NounContext): string | undefined {
  const nouns = context.nouns.filter(({ id }) => between.includes(id))
  const referents = { ...(between[0] !== undefined && { it: between[0] }) }
  const found = readOne(tokens, { ...context, nouns, memo: new Map(), referents }, () => 0)
  const [id] = found && found.score >= 1 && !found.between ? found.ids : []
  return id !== undefined && between.includes(id) ? id : undefined
}
