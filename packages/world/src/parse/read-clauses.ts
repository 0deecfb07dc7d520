import type { Act } from '../model/act.ts'
import { instrumentAhead, readWithInstrument, rolesAhead, type RolesAhead, withRoles } from './ahead.ts'
import { type ClauseAct, readClause } from './clause.ts'
import { complete, possiblePeople, separate } from './complete.ts'
import type { Clause } from './divide.ts'
import { readBare, readElliptic, readRepeated, type ReadClause } from './ellipsis.ts'
import type { FrameIndex } from './frames.ts'
import type { NounContext } from './noun-context.ts'
import type { Parsed, ParsedAct } from './parsed.ts'
import { toPerson } from './to-person.ts'
import type { Token } from './tokens.ts'

/** Reads the clauses of a prompt one after the other, each with what those before it named. */
export function readClauses(
  clauses: readonly Clause[],
  { context, frames, text }: { context: NounContext; frames: FrameIndex; text: string },
): Parsed {
  const acts: ParsedAct[] = []
  const rest: string[] = []
  let previous: ReadClause | undefined
  let ahead: RolesAhead = {}
  for (const [index, { tokens, done, addressed }] of clauses.entries()) {
    const start = tokens[0]?.start ?? 0
    const end = tokens.at(-1)?.end ?? start
    if (addressed !== undefined) {
      acts.push({ act: { act: 'say', person: addressed, text: text.slice(start, end) }, start, end })
      continue
    }
    const follows = done && index < clauses.length - 1
    const held = follows ? instrumentAhead(tokens, context) : undefined
    const read = done && !held ? readWhole(tokens, previous, { context, frames }) : undefined
    const roles = held ?? (follows && !read ? rolesAhead(tokens, context) : undefined)
    if (roles) {
      ahead = { ...ahead, ...roles }
      if (roles.it !== undefined) follow(context, { act: '', thing: roles.it })
      continue
    }
    if (!read) {
      if (tokens.some(({ kind }) => kind !== 'mark')) rest.push(text.slice(start, end))
      continue
    }
    const act = complete(withRoles(read.act, ahead), context, previous?.act)
    ahead = {}
    if (read.question) return { acts, rest, question: { act, ...read.question } }
    const people = possiblePeople(act, context)
    if (people.length > 0) return { acts, rest, question: { act, role: 'person', between: people } }
    // "Open the bag, the canvas one": the same thing, said more exactly.
    if (!read.repeated || !previous || !isSame(previous.act, act))
      acts.push(...separate(act).map((each) => ({ act: each, start, end })))
    follow(context, act)
    previous = { act, tokens: read.repeated ? (previous?.tokens ?? tokens) : tokens }
  }
  // A question that no pattern covers is one about the story.
  const [first] = clauses
  const { interrogatives, inversions, addressees } = context.lexicon
  const [word = '', next = ''] = first?.tokens.map((token) => token.text) ?? []
  const asks =
    first?.done && (interrogatives.includes(word) || (inversions.includes(word) && addressees.includes(next)))
  const isQuestion = acts.length === 0 && (asks || /\?\s*$/.test(text))
  if (isQuestion) acts.push({ act: { act: 'recall', text }, start: 0, end: text.length })
  const [only] = acts
  if (only && acts.length === 1) only.act = toPerson(only.act, { context, text })
  return { acts, rest: isQuestion ? [] : rest }
}

function readWhole(
  tokens: readonly Token[],
  previous: ReadClause | undefined,
  { context, frames }: { context: NounContext; frames: FrameIndex },
): (ClauseAct & { repeated?: true }) | undefined {
  const read = readClause(tokens, context, frames) ?? readWithInstrument(tokens, context, frames)
  if (read) return read
  if (!previous) return withRepeated(readRepeated(tokens, context)) ?? readBare(tokens, context)
  return withRepeated(readElliptic(tokens, previous, { context, frames }))
}

function withRepeated(read: ClauseAct | undefined): (ClauseAct & { repeated: true }) | undefined {
  return read && { ...read, repeated: true }
}

function isSame(a: Act, b: Act): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

// Later pronouns of the prompt stand for what was named.
function follow({ referents, scene, memo }: NounContext, act: Act): void {
  memo?.clear()
  if (act.topic !== undefined) referents.topic = act.topic
  referents.recent = [act.thing, act.with, act.where, ...(act.things ?? [])].filter((id) => id !== undefined)
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
