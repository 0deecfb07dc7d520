import { confirmed } from '../acts/confirm.ts'
import type { Act } from '../model/act.ts'
import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import { Scene } from '../scene/scene.ts'
import { framesOf } from './frames.ts'
import type { Lexicon } from './lexicon.ts'
import type { NounContext, Referents } from './noun-context.ts'
import { idNamed, readOne } from './noun-phrase.ts'
import { likeChoice } from './like-choice.ts'
import { normalize, numberOf, readWhole } from './whole.ts'
import { nounsOf } from './nouns.ts'
import { withoutIdioms } from './idioms.ts'
import { joinQuotes } from './quotes.ts'
import { correctSpelling } from './spelling.ts'
import { withOrder } from './order.ts'
import type { Parsed } from './parsed.ts'
import { partnerIn } from './question.ts'
import { toAddressee, toPartner } from './to-listener.ts'
import { divide } from './divide.ts'
import { readClauses } from './read-clauses.ts'
import { type Token, tokenize } from './tokens.ts'
import type { Prompt } from './prompt.ts'

/** What words are read against. */
export interface ParseContext {
  world: World
  state: WorldState
  /** The words of the language. See `@narratoria/content`. */
  lexicon: Lexicon
  /** The words of the choices that were offered. A getter is called at most if the words may choose one. */
  choices?: readonly string[]
  /** The words of all choices that may have been offered, in any order, where listing them takes less time. Defaults to `choices`. */
  possible?: readonly string[]
}

/**
 * Reads what a player typed as acts. It never throws; what it does not understand is in `rest`.
 *
 *
 * @example
 * ```ts
 * import { lexicon } from '@narratoria/content'
 * import type { World } from '@narratoria/world'
 * import { parse } from '@narratoria/world/parse'
 *
 * const world: World = {
 *   title: 'A key',
 *   opening: 'You wake in a cell.',
 *   player: { at: 'cell' },
 *   places: { cell: { name: 'cell', description: 'Four walls.' } },
 *   things: { key: { name: 'brass key', at: 'cell', description: 'It is cold.' } },
 *   people: {},
 * }
 * const [first] = parse('pick up the key', { world, state: {}, lexicon }).acts
 * if (first?.act.act !== 'take' || first.act.thing !== 'key') throw new Error('The key should be taken.')
 * ```
 */
export function parse(text: string, given: ParseContext): Parsed {
  const { world, state, lexicon } = given
  const plain = normalize(text)
  const only = (act: Act): Parsed => ({ acts: [{ act, start: 0, end: text.length }], rest: [] })
  const decided = decisionIn(plain, { state, lexicon })
  if (decided !== undefined) return only({ act: decided })
  const scene = new Scene(world, state)
  const partner = lexicon.prompts.includes(plain) ? partnerIn(scene) : undefined
  if (partner !== undefined) return only({ act: 'say', person: partner, text })
  const own = ownAct(plain, { world, lexicon })
  if (own !== undefined) return only({ act: own })
  const whole = readWhole(plain, given)
  if (whole) return { acts: [], rest: [], ...whole(text) }
  const { it, him, her, them } = state.focus ?? {}
  const referents: Referents = { ...(it && { it }), ...(him && { him }), ...(her && { her }), ...(them && { them }) }
  const last = (state.focus?.last ?? {}) as Partial<Act>
  if (last.topic !== undefined) referents.topic = last.topic
  referents.recent = [last.thing, last.with, last.where, ...(last.things ?? [])].filter((id) => id !== undefined)
  const context: NounContext = { ...contextOf(scene, lexicon), referents, memo: new Map() }
  const scenery = Object.keys(scene.places[scene.here]?.scenery ?? {})
  const spelled = correctSpelling(tokenize(text, lexicon), { lexicon, nouns: context.nouns, scenery })
  const tokens = joinQuotes(withoutIdioms(spelled, lexicon, context.nouns), lexicon)
  const answered = answerQuestion(tokens, context, text)
  if (answered) return answered
  const spoken = toAddressee(tokens, { context, text })
  if (spoken) return only(withOrder(spoken, context))
  const plea = readPlea(tokens, { context, text })
  if (plea) return only(plea)
  const parsed = readClauses(divide(tokens, withAnything(context)), { context, text })
  const isKnown = ({ thing, where }: Act) => [thing, where].every((id) => id === undefined || isNamed(id))
  const isNamed = (id: string) => scene.isId(id) || id.startsWith('?') || scenery.includes(id)
  const isRead =
    parsed.acts.length > 1 ||
    parsed.acts.some(({ act }) => (act.act !== 'attempt' || act.person !== undefined) && isKnown(act)) ||
    parsed.question !== undefined
  const choice = isRead ? undefined : likeChoice(tokens, given.choices ?? [], lexicon)
  if (choice !== undefined) return { acts: [], rest: [], choice }
  const said = isEmpty(parsed) ? toPartner(text, tokens, context) : undefined
  return said ? only(said) : parsed
}

// "I refuse to sign": the whole prompt is a verb that the campaign gave to an act, also one that says what is not done.
function ownAct(plain: string, { world, lexicon }: Pick<ParseContext, 'world' | 'lexicon'>): string | undefined {
  const words = plain.split(' ')
  const said = (lexicon.subjects.includes(words[0] ?? '') ? words.slice(1) : words).join(' ')
  const negated = [...lexicon.negations, ...lexicon.refusals]
  return Object.entries(world.acts ?? {}).find(
    ([, { verbs, roles = [] }]) =>
      roles.length === 0 && verbs.includes(said) && negated.some((each) => `${said} `.startsWith(`${each} `)),
  )?.[0]
}

function isEmpty({ acts, question }: Parsed): boolean {
  return acts.length === 0 && question === undefined
}

// While the prompt is divided, a pronoun can refer to anything that is here: its referent is only known when the clauses are read.
function withAnything(context: NounContext): NounContext {
  const { nouns, referents } = context
  const it = referents.it ?? nouns.find(({ kind, inScope }) => kind === 'thing' && inScope)?.id
  return { ...context, referents: { ...referents, ...(it !== undefined && { it }) }, memo: new Map() }
}

/** Finds what a name refers to: the id of a thing, person or place, or `undefined`. For names that a model wrote. */
export function resolveName(
  world: World,
  state: WorldState,
  { name, lexicon }: { name: string; lexicon: Lexicon },
): string | undefined {
  const scene = new Scene(world, state)
  const found = readOne(tokenize(name, lexicon), contextOf(scene, lexicon), () => 0)
  return found && found.score > 0 ? found.ids[0] : undefined
}

function contextOf(scene: Scene, lexicon: Lexicon): NounContext {
  return { scene, nouns: nounsOf(scene, lexicon), lexicon, frames: framesOf(lexicon, scene.world), referents: {} }
}

// The player says yes or no to what an act asked first, in a few words: "yes, burn it".
function decisionIn(plain: string, { state, lexicon }: Pick<ParseContext, 'state' | 'lexicon'>): string | undefined {
  if (state.focus?.pending?.role !== confirmed) return undefined
  const words = plain.replaceAll(/[^\p{L}\p{N}' ]+/gu, '').split(' ')
  const begins = (phrase: string) => ` ${words.join(' ')} `.startsWith(` ${phrase} `)
  if (words.length > 6) return undefined
  if (lexicon.refusals.some(begins)) return 'confirm-no'
  return lexicon.assents.some(begins) ? 'confirm-yes' : undefined
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
  const id = idNamed(tokens, { ...context, nouns, memo: new Map(), referents }, { least: 1, prefer: () => 0 })
  return id !== undefined && between.includes(id) ? id : undefined
}

/** Reads "the door, we will all die, please open" as said to the person who was just talked to; `undefined` for other words. */
function readPlea(tokens: readonly Token[], { context, text }: Prompt): Act | undefined {
  const { pleas, subjects, pronouns, future, auxiliaries } = context.lexicon
  const partner = partnerIn(context.scene)
  if (partner === undefined) return undefined
  const says = (list: readonly string[]) => tokens.some((token) => list.includes(token.text))
  const isDivided = tokens.some(({ kind }) => kind !== 'word')
  // "I take the lamp, please" is an act.
  const [first = '', second = ''] = tokens.filter(({ kind }) => kind === 'word').map((token) => token.text)
  if (subjects.includes(first) && second !== future && !auxiliaries.includes(second)) return undefined
  const isOfSpeaker = says([...subjects, ...pronouns.self])
  return isDivided && isOfSpeaker && says(pleas) ? { act: 'say', person: partner, text } : undefined
}
