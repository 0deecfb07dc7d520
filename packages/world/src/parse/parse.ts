import type { Act } from '../model/act.ts'
import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import { Scene } from '../scene/scene.ts'
import { type ClauseAct, readClause } from './clause.ts'
import { trimClause } from './trim.ts'
import { type FrameIndex, framesOf } from './frames.ts'
import type { Lexicon } from './lexicon.ts'
import { readOne, type NounContext, type Referents } from './noun-phrase.ts'
import { nounsOf } from './nouns.ts'
import { correctSpelling } from './spelling.ts'
import type { Parsed, ParsedAct } from './parsed.ts'
import { type Clause, divide } from './divide.ts'
import { longestAt } from './phrases.ts'
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
  referents.recent = [last.thing, last.with, ...(last.things ?? [])].filter((id) => id !== undefined)
  const context: NounContext = { scene, nouns: nounsOf(scene, lexicon), lexicon, referents, memo: new Map() }
  const frames = framesOf(lexicon, world)
  const scenery = Object.keys(scene.places[scene.here]?.scenery ?? {})
  const tokens = correctSpelling(tokenize(text, lexicon), { lexicon, nouns: context.nouns, scenery })
  const answered = answerQuestion(tokens, context, text)
  if (answered) return answered
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

// Commands, choices and "again" are the whole of a prompt.
function readWhole(
  plain: string,
  { state, lexicon, choices }: { state: WorldState; lexicon: Lexicon; choices: readonly string[] },
): ((text: string) => Partial<Parsed>) | undefined {
  const [first = '', ...others] = plain.split(' ')
  const bare = lexicon.fillers.find((filler) => plain.startsWith(`${filler} `))
  const polite = lexicon.courtesies.find((each) => plain.endsWith(` ${each}`))
  if (polite !== undefined) return readWhole(plain.slice(0, -polite.length - 1), { state, lexicon, choices })
  const inner = bare === undefined ? undefined : readWhole(plain.slice(bare.length + 1), { state, lexicon, choices })
  if (inner) return inner
  for (const [name, phrases] of Object.entries(lexicon.commands))
    if (
      phrases.includes(plain) ||
      (phrases.includes(first) && others.length < 5 && others.every((word) => lexicon.commandTail.includes(word)))
    )
      return () => ({ command: { name } })
  const named = commandWithArgument(plain, lexicon)
  if (named) return () => ({ command: named })
  const chosen = choices.findIndex((choice) => normalize(choice) === plain)
  if (chosen >= 0) return () => ({ choice: chosen + 1 })
  const number = numberOf(plain, lexicon)
  const answers = state.focus?.pending !== undefined && (choices.length === 0 || !/^\d+$/.test(plain))
  if (number > 0 && !answers) return () => ({ choice: number })
  const { last } = state.focus ?? {}
  if (lexicon.again.includes(plain) && last)
    return (text) => ({ acts: [{ act: last as unknown as Act, start: 0, end: text.length }] })
  return undefined
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

// "save as {argument}"
function commandWithArgument(plain: string, { commands }: Lexicon): Parsed['command'] {
  for (const [name, phrases] of Object.entries(commands))
    for (const phrase of phrases) {
      const [before = '', behind] = phrase.split('{argument}')
      if (behind === undefined || !plain.startsWith(before) || plain.length === before.length) continue
      return { name, argument: plain.slice(before.length) }
    }
  return undefined
}

// A number in words or digits; 0 for none.
function numberOf(plain: string, { numbers }: Lexicon): number {
  return Number(Object.entries(numbers).find(([, phrases]) => phrases.includes(plain))?.[0] ?? 0)
}

function readClauses(
  clauses: readonly Clause[],
  { context, frames, text }: { context: NounContext; frames: FrameIndex; text: string },
): Parsed {
  const acts: ParsedAct[] = []
  const rest: string[] = []
  let previous: ClauseAct | undefined
  let instrument: string | undefined
  for (const clause of clauses) {
    if (clause.addressed !== undefined) {
      acts.push(speechTo(clause.addressed, clause.tokens, text))
      continue
    }
    const read = clause.done
      ? (readClause(clause.tokens, context, frames) ?? repeatFor(clause.tokens, previous, context))
      : undefined
    const start = clause.tokens[0]?.start ?? 0
    const held = clause.done ? instrumentIn(clause.tokens, context) : undefined
    if (held !== undefined) {
      instrument = held
      continue
    }
    const end = clause.tokens.at(-1)?.end ?? start
    if (!read) {
      if (clause.tokens.some(({ kind }) => kind !== 'mark')) rest.push(text.slice(start, end))
      continue
    }
    const act = complete(
      instrument === undefined || read.act.with !== undefined ? read.act : { ...read.act, with: instrument },
      context,
    )
    instrument = undefined
    if (read.question) return { acts, rest, question: { act, ...read.question } }
    acts.push(...separate(act).map((each) => ({ act: each, start, end })))
    follow(context, act)
    previous = read
  }
  // A question that no pattern covers is one about the story.
  if (acts.length === 0 && /\?\s*$/.test(text))
    return { acts: [{ act: { act: 'recall', text }, start: 0, end: text.length }], rest: [] }
  return { acts, rest }
}

// "Mara, open the door": the player says it, and does not do it.
function speechTo(person: string, tokens: readonly Token[], text: string): ParsedAct {
  const start = tokens[0]?.start ?? 0
  const end = tokens.at(-1)?.end ?? start
  return { act: { act: 'say', person, text: text.slice(start, end) }, start, end }
}

// "With the poker, I force the window": what the next clause is done with.
function instrumentIn(tokens: readonly Token[], context: NounContext): string | undefined {
  const length = longestAt(tokens, 0, context.lexicon.prepositions['with'] ?? [])
  const found = length > 0 ? readOne(tokens.slice(length), context, () => 1) : undefined
  return found && found.score > 1 && !found.between ? found.ids[0] : undefined
}

/** Acts on several things at once; others are done to one after the other. */
const plural = new Set(['take', 'drop', 'put'])

function separate({ people, ...act }: Act & { people?: string[] }): Act[] {
  if (people) return people.map((person) => ({ ...act, person }))
  if (!act.things || plural.has(act.act)) return [act]
  const { things, ...one } = act
  return things.map((thing) => ({ ...one, thing }))
}

// "light the lamp, then the lantern": the act of the clause before, on something else.
function repeatFor(
  tokens: readonly Token[],
  previous: ClauseAct | undefined,
  context: NounContext,
): ClauseAct | undefined {
  if (!previous) return undefined
  const role = (['thing', 'person', 'to'] as const).find((each) => previous.act[each] !== undefined)
  if (role === undefined) return undefined
  const { to = [], with: using = [] } = context.lexicon.prepositions
  const trimmed = trimClause(tokens, context.lexicon)
  const found = readOne(trimmed.slice(longestAt(trimmed, 0, [...to, ...using])), context, () => 1)
  const [id] = found?.ids ?? []
  if (!found || id === undefined || found.score < 1.5 || !fits(role, id, context)) return undefined
  return { act: { ...previous.act, [role]: id }, score: found.score }
}

function fits(role: 'thing' | 'person' | 'to', id: string, { scene }: NounContext): boolean {
  if (role === 'person') return Object.hasOwn(scene.people, id)
  return role === 'thing' ? Object.hasOwn(scene.things, id) : Object.hasOwn(scene.places, id)
}

function complete(act: Act, { scene }: NounContext): Act {
  const { where } = act
  const last = (scene.state.focus?.last ?? {}) as Partial<Act>
  if (act.act === 'ask' && act.person === undefined && last.act === 'ask' && last.person !== undefined)
    return { ...act, person: last.person }
  if (act.act === 'put' && where !== undefined && act.preposition === undefined && Object.hasOwn(scene.things, where))
    return { ...act, preposition: scene.things[where]?.supporter === true ? 'on' : 'in' }
  if (act.act !== 'go') return act
  const exits = Object.keys(scene.exitsOf(scene.here))
  if (act.to === 'back' && !exits.includes('back')) {
    const from = (scene.state.focus as { from?: string } | undefined)?.from
    if (from !== undefined) return { ...act, to: from }
    return exits.length === 1 ? { ...act, to: exits[0]! } : act
  }
  if (act.to === 'out' && !exits.includes('out') && exits.length === 1) return { ...act, to: exits[0]! }
  return act
}

// Later pronouns of the prompt stand for what was named.
function follow({ referents, scene, memo }: NounContext, act: Act): void {
  memo?.clear()
  if (act.topic !== undefined) referents.topic = act.topic
  if (act.things && act.things.length > 1) referents.them = act.things
  const thing = act.thing ?? act.things?.[0]
  if (thing !== undefined && Object.hasOwn(scene.things, thing)) referents.it = thing
  for (const id of [act.person, act.thing]) {
    const pronoun = id === undefined ? undefined : scene.people[id]?.pronoun
    if (pronoun === 'he') referents.him = id!
    if (pronoun === 'she') referents.her = id!
    if (pronoun === 'they') referents.them = [id!]
  }
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[.,;:!)("“”]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?<=.) ?\?$/, '')
}
