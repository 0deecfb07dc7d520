import type { Act } from '../model/act.ts'
import { instrumentAhead, readWithInstrument, rolesAhead, type RolesAhead, withRoles } from './ahead.ts'
import { type ClauseAct, readClause } from './clause.ts'
import { moveContext } from './after-going.ts'
import { askedIn, asksFor, greetedBy, isTalk, spokenIn, statedTo } from './clause-speech.ts'
import { complete, possiblePeople, separate } from './complete.ts'
import type { Clause } from './divide.ts'
import { readBare, readElliptic, readRepeated, type ReadClause } from './ellipsis.ts'
import { asName, follow } from './follow.ts'
import type { FrameIndex } from './frames.ts'
import type { NounContext } from './noun-context.ts'
import { withOrder } from './order.ts'
import type { Parsed, ParsedAct } from './parsed.ts'
import { readMotion } from './motion.ts'
import { longestAt } from './phrases.ts'
import { settle } from './settle.ts'
import { toListener, toPerson } from './to-person.ts'
import type { Token } from './tokens.ts'

/** What the clauses of a prompt are read with. */
interface Prompt {
  context: NounContext
  frames: FrameIndex
  text: string
}

/** A clause between the ones before and behind it. */
interface PlacedClause extends Clause {
  start: number
  end: number
  /** Whether it is the only one, and whether it is the last. */
  isOnly: boolean
  isLast: boolean
}

/** Reads the clauses of a prompt one after the other, each with what those before it named. */
export function readClauses(clauses: readonly Clause[], prompt: Prompt): Parsed {
  const reader = new ClauseReader(prompt)
  const { acts, rest } = reader
  for (const [index, clause] of clauses.entries()) {
    const start = clause.tokens[0]?.start ?? 0
    const end = clause.tokens.at(-1)?.end ?? start
    const question = reader.read({
      ...clause,
      start,
      end,
      isOnly: clauses.length === 1,
      isLast: index === clauses.length - 1,
    })
    if (question) return { acts, rest, question }
  }
  return finish(reader, clauses[0], prompt)
}

// Words that no pattern covers are a question about the story, or said to a person.
function finish({ acts, rest, unclear, contexts }: ClauseReader, first: Clause | undefined, prompt: Prompt): Parsed {
  const { context, text } = prompt
  const { interrogatives, inversions, addressees } = context.lexicon
  const [word = '', next = ''] = first?.tokens.map((token) => token.text) ?? []
  const asks =
    first?.done && (interrogatives.includes(word) || (inversions.includes(word) && addressees.includes(next)))
  const isQuestion = acts.length === 0 && (asks || /\?\s*$/.test(text))
  if (isQuestion) acts.push({ act: { act: 'recall', text }, start: 0, end: text.length })
  const spoken = acts.length === 0 && first ? toListener(text, { ...prompt, isDone: first.done }) : undefined
  if (spoken) acts.push({ act: spoken, start: 0, end: text.length })
  for (const each of acts) {
    const own = acts.length === 1 ? text : text.slice(each.start, each.end)
    const there = contexts.get(each) ?? context
    each.act = withOrder(toPerson(each.act, { context: there, text: own }), { ...prompt, context: there })
  }
  const isWhole = isQuestion || spoken !== undefined
  return {
    acts: settle(acts, { context, text }),
    rest: isWhole ? [] : rest,
    ...(unclear && acts.length > 0 && !isWhole && { unclear }),
  }
}

class ClauseReader {
  readonly acts: ParsedAct[] = []
  readonly rest: string[] = []
  /** Where the player is at each act. */
  readonly contexts = new WeakMap<ParsedAct, NounContext>()
  unclear: Parsed['unclear']
  #previous: ReadClause | undefined
  #ahead: RolesAhead = {}
  /** Whether the act before was to go back, wherever that is. */
  #isGoingBack = false
  readonly #prompt: Prompt

  constructor(prompt: Prompt) {
    this.#prompt = prompt
  }

  /** Reads the next clause. Returns a question if one of its roles is open. */
  read(clause: PlacedClause): Parsed['question'] {
    if (clause.addressed !== undefined) return this.#address(clause, clause.addressed)
    const read = this.#readAct(clause)
    if (read === 'ahead' || this.#isCourtesy(clause) || this.#goesOnTalking(clause, read) || this.#asks(clause, read))
      return undefined
    return read ? this.#add(read, clause) : this.#leave(clause)
  }

  #push(act: Act, { start, end }: PlacedClause): undefined {
    const parsed = { act, start, end }
    this.acts.push(parsed)
    this.contexts.set(parsed, { ...this.#prompt.context })
  }

  // "You put it out. I know why." is one speech.
  #address(clause: PlacedClause, person: string): undefined {
    const before = this.acts.at(-1)
    const said = spokenIn(clause.tokens, this.#prompt)
    if (before?.act.act === 'say' && before.act.person === person && before.act.text !== undefined)
      this.#goOn(before, clause, said)
    else this.#push({ act: 'say', person, text: said }, clause)
  }

  #goOn(speech: ParsedAct, { start, end }: PlacedClause, said: string): void {
    speech.act.text = `${this.#prompt.text.slice(speech.start, start)}${said}`
    speech.end = end
  }

  // The act of a clause, or `ahead` if it only names what the next one is done with or to.
  #readAct({ tokens, done, isLast }: PlacedClause): ReturnType<typeof readWhole> | 'ahead' {
    const { context } = this.#prompt
    const follows = done && !isLast
    const held = follows ? instrumentAhead(tokens, context) : undefined
    const whole = done && !held ? readWhole(tokens, this.#previous, this.#prompt) : undefined
    const isLost = !whole || (whole.act.act === 'go' && whole.act.to !== undefined && !leads(whole.act.to, context))
    const moved: typeof whole = done && !held && isLost ? readMotion(tokens, context) : undefined
    const read = moved ?? whole
    const roles = held ?? (follows && !read ? rolesAhead(tokens, context) : undefined)
    if (!roles) return read
    this.#ahead = { ...this.#ahead, ...roles }
    if (roles.it !== undefined) follow(context, { act: '', thing: roles.it })
    return 'ahead'
  }

  // "Sorry, close it. Thank you."
  #isCourtesy({ tokens, isOnly }: PlacedClause): boolean {
    const plain = tokens.map((token) => token.text).join(' ')
    const { courtesies, asides } = this.#prompt.context.lexicon
    return !isOnly && (courtesies.includes(plain) || asides.includes(plain))
  }

  // Words behind a greeting, or behind what was said to the greeted one, are said to them.
  #goesOnTalking(clause: PlacedClause, read: ClauseAct | undefined): boolean {
    const { acts } = this
    const isOpen = !read || (read.act.act === 'recall' && read.act.person === undefined)
    if (!clause.done || !isOpen) return false
    const speech = acts.at(-1)
    const greeted = greetedBy(speech?.act)
    if (greeted !== undefined && clause.tokens.length > 1) {
      // "Mara I can see you": the name alone is no greeting.
      if (this.#previous?.bare) acts.pop()
      this.#push({ act: 'say', person: greeted, text: spokenIn(clause.tokens, this.#prompt) }, clause)
      return true
    }
    const isGoingOn = speech?.act.act === 'say' && greetedBy(acts.at(-2)?.act) === speech.act.person
    if (!isGoingOn || greeted !== undefined || acts.length < 2) return false
    this.#goOn(speech, clause, spokenIn(clause.tokens, this.#prompt))
    return true
  }

  #asks(clause: PlacedClause, read: ClauseAct | undefined): boolean {
    const { tokens, done, isOnly } = clause
    const person = !read && !isOnly ? askedIn(tokens, { ...this.#prompt, done }) : undefined
    if (person === undefined) return false
    const said = spokenIn(tokens, this.#prompt)
    this.#push({ act: 'ask', person, topic: said.endsWith('?') ? said : `${said}?` }, clause)
    return true
  }

  #leave(clause: PlacedClause): undefined {
    const { tokens, done, start, end } = clause
    const { context, frames, text } = this.#prompt
    if (tokens.some(({ kind }) => kind !== 'mark')) this.rest.push(text.slice(start, end))
    const person = done ? statedTo(tokens, this.#prompt) : undefined
    if (person !== undefined) return this.#push({ act: 'say', person, text: spokenIn(tokens, this.#prompt) }, clause)
    const isAct = done && asksFor(tokens, context, frames) && !isTalk(tokens, this.#prompt)
    // One such line in a turn is enough.
    if (isAct) this.unclear ??= { start, end }
  }

  // "Go back and ask Odile": back to where she was seen, if she is not at the place before.
  #goToPerson({ person }: Act): void {
    const { context } = this.#prompt
    const last = this.acts.at(-1)
    if (last?.act.act !== 'go' || !this.#isGoingBack || person === undefined) return
    const { place } = context.scene.state.sighted?.[person] ?? {}
    if (place === undefined || context.scene.peopleAt(context.scene.here).includes(person)) return
    last.act = { act: 'go', to: place }
    moveContext(context, last.act)
  }

  #add(read: NonNullable<ReturnType<typeof readWhole>>, clause: PlacedClause): Parsed['question'] {
    const { context, text } = this.#prompt
    const { acts } = this
    const previous = this.#previous
    // "Back out and up the corridor": there is no way out but the one that is named next.
    const isBack = previous?.act.act === 'go' && previous.act.to === 'out' && read.act.act === 'go'
    if (isBack && !Object.hasOwn(context.scene.exitsOf(context.scene.here), 'out')) acts.pop()
    // "Will you help me, Mara?": the name is not all that was said.
    if (read.bare && read.act.person !== undefined && /\?\s*$/.test(text) && clause.isOnly) {
      this.#push({ act: 'say', person: read.act.person, text }, clause)
      return undefined
    }
    this.#goToPerson(read.act)
    const act = complete(withRoles(asName(read.act, context), this.#ahead), context, previous?.act)
    this.#ahead = {}
    this.#isGoingBack = read.act.act === 'go' && read.act.to === 'back'
    if (read.question) return { act, ...read.question }
    const people = possiblePeople(act, context)
    if (people.length > 0) return { act, role: 'person', between: people }
    // "Open the bag, the canvas one": the same thing, said more exactly.
    if (!read.repeated || !previous || !isSame(previous.act, act))
      for (const each of separate(act))
        for (let count = timesOf(clause, act, context); count > 0; count -= 1) this.#push(each, clause)
    follow(context, act)
    moveContext(context, act)
    const tokens = read.repeated ? (previous?.tokens ?? clause.tokens) : clause.tokens
    this.#previous = { act, ...(read.bare && { bare: true }), tokens }
    return undefined
  }
}

// "Go south twice"
function timesOf({ tokens }: PlacedClause, { act, to }: Act, { lexicon }: NounContext): number {
  const times = act === 'go' && to !== undefined && Object.hasOwn(lexicon.directions, to) ? lexicon.times : {}
  const found = Object.entries(times).find(([phrase]) => tokens.some((_, at) => longestAt(tokens, at, [phrase]) > 0))
  return found?.[1] ?? 1
}

function readWhole(
  tokens: readonly Token[],
  previous: ReadClause | undefined,
  { context, frames }: { context: NounContext; frames: FrameIndex },
): (ClauseAct & { repeated?: true }) | undefined {
  // "Look under the bed and out of the window": the verb of the clause before.
  const isContinued = Object.values(context.lexicon.prepositions).some((all) => longestAt(tokens, 0, all) > 0)
  const continued = previous && isContinued ? readElliptic(tokens, previous, { context, frames }) : undefined
  if (continued?.sure) return withRepeated(continued)
  const read = readClause(tokens, context, frames) ?? readWithInstrument(tokens, context, frames)
  if (read) return read
  if (!previous) return withRepeated(readRepeated(tokens, context)) ?? readBare(tokens, context)
  return withRepeated(readElliptic(tokens, previous, { context, frames }))
}

function withRepeated(read: ClauseAct | undefined): (ClauseAct & { repeated: true }) | undefined {
  return read && { ...read, repeated: true }
}

// Whether words name an exit or a place. What is only described here says for itself why it cannot be gone to.
function leads(to: string, { scene }: NounContext): boolean {
  return to === 'back' || to === 'out' || to in scene.exitsOf(scene.here) || scene.isId(to)
}

function isSame(a: Act, b: Act): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
