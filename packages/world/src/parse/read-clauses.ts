import type { Act } from '../model/act.ts'
import { instrumentAhead, lastThing, rolesAhead, type RolesAhead, withRoles } from './ahead.ts'
import type { ClauseAct } from './clause.ts'
import { moveContext } from './after-going.ts'
import {
  askedIn,
  asksFor,
  greetedBy,
  greetingIn,
  isOwnAct,
  isPurpose,
  isTalk,
  spokenIn,
  statedTo,
} from './clause-speech.ts'
import { complete, isTakenFrom, possiblePeople, separate, withCompanion } from './complete.ts'
import type { Clause } from './divide.ts'
import type { ReadClause } from './ellipsis.ts'
import { isForPartner, partnerBehind } from './partner.ts'
import type { Prompt } from './prompt.ts'
import { isWhole, leads, readWhole, timesOf } from './read-clause-act.ts'
import { asName, follow } from './follow.ts'
import { isOfBody } from './known-words.ts'
import type { NounContext } from './noun-context.ts'
import { isImperative } from './mood.ts'
import { readOne } from './noun-phrase.ts'
import { withOrder } from './order.ts'
import type { Parsed, ParsedAct, Range } from './parsed.ts'
import { readMotion, readPlaceBehind } from './motion.ts'
import { calledPerson } from '../scene/called.ts'
import { lastListener, listenerIn } from '../scene/listener.ts'
import { sentenceAround, wordBefore } from './sentence-around.ts'
import { settle } from './settle.ts'
import { toListener } from './to-listener.ts'
import { toPerson } from './to-person.ts'
import { textOf, type Token } from './tokens.ts'

/** A clause with the ones before and after it. */
interface PlacedClause extends Clause {
  start: number
  end: number
  /** Whether it is the only one, and whether it is the last. */
  isOnly: boolean
  isLast: boolean
  /** Whether an act of the player follows it in the same sentence: "he looks sad, I take his hand". */
  isBeforeAct: boolean
}

/** Reads the clauses of a prompt one after the other, each with what those before it named. */
export function readClauses(clauses: readonly Clause[], prompt: Prompt): Parsed {
  const reader = new ClauseReader(prompt)
  const from = prompt.context.scene
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
      isBeforeAct:
        clause.byOther === true &&
        clauses.slice(index + 1, index + 4).some((later) => isOwnAct(later, { ...prompt, start })),
    })
    if (question) return { acts, rest, question }
  }
  return finish(reader, { first: clauses[0], prompt, from })
}

// Words that no pattern covers are a question about the story, or said to a person.
function finish(
  { acts, rest, unclear, contexts }: ClauseReader,
  { first, prompt, from }: { first: Clause | undefined; prompt: Prompt; from: NounContext['scene'] },
): Parsed {
  const { context, text } = prompt
  const { interrogatives, inversions, addressees } = context.lexicon
  const [word = '', next = ''] = first?.tokens.map((token) => token.text) ?? []
  const asks =
    first?.done && (interrogatives.includes(word) || (inversions.includes(word) && addressees.includes(next)))
  const isQuestion = acts.length === 0 && (asks || /\?\s*$/.test(text))
  if (isQuestion) acts.push({ act: { act: 'recall', text }, start: 0, end: text.length })
  const hearer = hearerOf(first, context)
  const isSaid =
    first?.byOther === true &&
    hearer !== undefined &&
    (first.subject === undefined || lastListener(context.scene) !== undefined)
  const spoken =
    acts.length === 0 && first
      ? toListener(text, { ...prompt, isDone: first.done || isSaid, ...(isSaid && { hearer }) })
      : undefined
  if (spoken) acts.push({ act: spoken, start: 0, end: text.length })
  let partner: string | undefined
  for (const each of acts) {
    const own = acts.length === 1 ? text : text.slice(each.start, each.end)
    const there: NounContext = { ...(contexts.get(each) ?? context), ...(partner !== undefined && { partner }) }
    const { act, person, text: said } = each.act
    const called =
      act === 'say' && person === undefined && said !== undefined ? calledPerson(there.scene, said) : undefined
    if (called !== undefined) each.act = { ...each.act, person: called }
    each.act = withOrder(toPerson(each.act, { context: there, text: own, whole: text }), there)
    if (partner !== undefined && isForPartner(each.act)) each.act = { act: 'say', person: partner, text: own }
    partner = partnerBehind(each.act, there, partner)
  }
  const isWhole = isQuestion || spoken !== undefined
  return {
    acts: settle(acts, { context, text, from }),
    rest: isWhole ? [] : rest,
    ...(unclear && acts.length > 0 && !isWhole && { unclear }),
  }
}

// Who hears a statement: the one talked to last, or else the only one here. If it is about them, the only other one.
function hearerOf(first: Clause | undefined, { scene }: NounContext): string | undefined {
  const hearer = listenerIn(scene)
  if (hearer === undefined || first?.subject !== hearer) return hearer
  const [other, ...others] = scene.peopleAt(scene.here).filter((id) => id !== hearer)
  return others.length === 0 ? (other ?? hearer) : hearer
}

class ClauseReader {
  readonly acts: ParsedAct[] = []
  readonly rest: Range[] = []
  /** Where the player is at each act. */
  readonly contexts = new WeakMap<ParsedAct, NounContext>()
  unclear: Parsed['unclear']
  #previous: ReadClause | undefined
  #ahead: RolesAhead = {}
  /** Where a sentence ends that was read as one statement. */
  #said = 0
  #isGoingBack = false
  readonly #prompt: Prompt

  constructor(prompt: Prompt) {
    this.#prompt = prompt
  }

  /** Reads the next clause. Returns a question if one of its roles is open. */
  read(clause: PlacedClause): Parsed['question'] {
    if (clause.start < this.#said) return undefined
    if (clause.addressed !== undefined) return this.#address(clause, clause.addressed)
    const read = this.#readAct(clause)
    if (read && read !== 'ahead' && this.#isDuty(read, clause)) return this.#state(clause, { isPlayers: true })
    // "Follow the track and see where it leads"
    if (this.acts.length > 0 && isPurpose(clause.tokens, this.#prompt.context)) return undefined
    // "Look through the shelf, there are letters"
    if (this.acts.length > 0 && this.#prompt.context.lexicon.existentials.includes(clause.tokens[0]?.text ?? '')) return
    if (clause.isAside && read !== 'ahead' && !isWhole(read, this.#prompt.context)) return undefined
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
    // "What is that? Go there and show me" is a question and an order.
    const { context } = this.#prompt
    const isStatement = context.lexicon.sayings.includes(clause.tokens[0]?.text ?? '')
    const isOther = before?.act.text?.endsWith('?') === true && !isStatement && isImperative(clause.tokens, context)
    if (before?.act.act === 'say' && before.act.person === person && before.act.text !== undefined && !isOther)
      this.#goOn(before, clause, said)
    else this.#push({ act: 'say', person, text: said }, clause)
  }

  #goOn(speech: ParsedAct, { start, end }: PlacedClause, said: string): void {
    speech.act.text = `${this.#prompt.text.slice(speech.start, start)}${said}`
    speech.end = end
  }

  // The act of a clause, or `ahead` if it only names what the next one is done with or to.
  #readAct({ tokens, done, isLast, isOnly }: PlacedClause): ReturnType<typeof readWhole> | 'ahead' {
    const { context } = this.#prompt
    const follows = done && !isLast
    // "Do not touch the lamp, just look at it"
    const spared = done || isLast ? undefined : lastThing(tokens, context)
    if (spared !== undefined) follow(context, { act: '', thing: spared })
    const held = follows ? instrumentAhead(tokens, context) : undefined
    const whole = done && !held ? readWhole(tokens, this.#previous, this.#prompt) : undefined
    const { to } = whole?.act.act === 'go' ? whole.act : {}
    const isVague = to === 'out' && !Object.hasOwn(context.scene.exitsOf(context.scene.here), 'out')
    const isLost =
      !whole || !whole.sure || isVague || isOnTheWay(whole.act) || (to !== undefined && !leads(to, context, true))
    const motion =
      done && !held && isLost
        ? readMotion(tokens, context)
        : whole?.act.act === 'find'
          ? readPlaceBehind(tokens, context)
          : undefined
    // "Leave the inn" is not to walk around in it.
    const moved: typeof whole = isVague && motion?.act.to === context.scene.here ? undefined : motion
    // "I came to fetch my sister"
    const isSaid =
      isLost && whole?.act.act === 'go' && !moved && context.lexicon.statives.includes(tokens[0]?.text ?? '')
    const read = isSaid || this.#isPast(tokens) ? undefined : (moved ?? whole)
    // "Head down, I hurry on", "I pay, counting the coins"
    if (this.#isAbsolute({ tokens, isOnly }, read)) return 'ahead'
    const roles = held ?? (follows && !read ? rolesAhead(tokens, context) : undefined)
    if (!roles) return read
    this.#ahead = { ...this.#ahead, ...roles }
    if (roles.it !== undefined) follow(context, { act: '', thing: roles.it })
    return 'ahead'
  }

  // Words beside an act that only say how it is done.
  #isAbsolute({ tokens, isOnly }: Pick<PlacedClause, 'tokens' | 'isOnly'>, read: ClauseAct | undefined): boolean {
    const { context } = this.#prompt
    const { lexicon } = context
    if (isOnly || !read) return false
    const first = tokens[0]?.text ?? ''
    const { act, to } = read.act
    const isWay = act === 'go' && to !== undefined && !leads(to, context)
    const isBody = isOfBody(first, lexicon) && !Object.hasOwn(lexicon.directions, first)
    if (isWay && tokens.length < 3 && isBody) return true
    const isParticiple = lexicon.endings.participle.some((end) => first.length > end.length + 2 && first.endsWith(end))
    return (
      this.acts.length > 0 &&
      isParticiple &&
      (isWay ||
        accompanying.has(act) ||
        read.act.things !== undefined ||
        !read.sure ||
        context.scene.world.acts?.[act] !== undefined)
    )
  }

  // "I found two cups", said to a person
  #isPast([first]: readonly Token[]): boolean {
    const { context, text } = this.#prompt
    const { statives, lemmas, subjects } = context.lexicon
    const isPast = first !== undefined && statives.includes(first.text) && Object.hasOwn(lemmas, first.text)
    return isPast && subjects.includes(wordBefore(text, first.start)) && lastListener(context.scene) !== undefined
  }

  // "Sorry, close it. Thank you."
  #isCourtesy({ tokens, isOnly }: PlacedClause): boolean {
    const plain = textOf(tokens)
    const { courtesies, asides } = this.#prompt.context.lexicon
    return !isOnly && (courtesies.includes(plain) || asides.includes(plain))
  }

  // Words after a greeting, or after other words to the greeted person, are said to that person.
  #goesOnTalking(clause: PlacedClause, read: ClauseAct | undefined): boolean {
    const { acts } = this
    const isOpen = !read || (read.act.act === 'recall' && read.act.person === undefined)
    if (!clause.done || !isOpen) return false
    const speech = acts.at(-1)
    const greeted = greetedBy(speech?.act)
    if (greeted !== undefined && clause.tokens.length > 1) {
      // "Mara I can see you": the name is not a greeting by itself.
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
    const { context } = this.#prompt
    const greeting = greetingIn(tokens, context)
    if (greeting !== undefined) return this.#push({ act: 'say', text: greeting }, clause)
    if (tokens.some(({ kind }) => kind !== 'mark')) this.rest.push({ start, end })
    const seen = done && this.acts.length > 0 ? this.#asksOfSeen(tokens) : undefined
    if (seen !== undefined) {
      const isShown = this.acts.some(({ act }) => act.thing === seen || act.person === seen)
      return isShown ? undefined : this.#push({ act: 'examine', thing: seen }, clause)
    }
    const person = done ? statedTo(tokens, this.#prompt) : undefined
    if (person !== undefined) return this.#push({ act: 'say', person, text: spokenIn(tokens, this.#prompt) }, clause)
    // "Mara says so. Why did you do it?"
    // "I take her arm, but she does not move" is not a statement to her: the player says what she does.
    const sentence = sentenceAround(this.#prompt.text, clause)
    const hasAct = this.acts.some((act) => act.start >= sentence.start)
    const isSaid = clause.byOther === true && !hasAct && !clause.isBeforeAct
    if (isSaid && lastListener(context.scene) !== undefined) return this.#state(clause)
    const isAct = done && asksFor(tokens, context) && !isTalk(tokens, this.#prompt)
    // One such line in a turn is enough.
    if (isAct) this.unclear ??= { start, end }
    if (isAct) this.#previous = undefined
  }

  // "Is she breathing?": a question about a person who is here, beside other acts.
  #asksOfSeen([verb, ...others]: readonly Token[]): string | undefined {
    const { context } = this.#prompt
    if (!verb || others.length === 0 || !context.lexicon.inversions.includes(verb.text)) return undefined
    const [id] = readOne(others.slice(0, 1), context, () => 1)?.ids ?? []
    return id !== undefined && context.scene.peopleAt(context.scene.here).includes(id) ? id : undefined
  }

  #state(clause: PlacedClause, { isPlayers = false } = {}): undefined {
    const { context, text } = this.#prompt
    const person = isPlayers ? listenerIn(context.scene) : lastListener(context.scene)
    if (person === undefined && !isPlayers) return
    const { start, end } = sentenceAround(text, clause)
    this.#said = end
    this.#push(
      { act: 'say', ...(person !== undefined && { person }), text: text.slice(start, end) },
      { ...clause, start, end },
    )
  }

  // "I have to sign a form", "I came to fetch my sister": a statement of the player about themselves, not an act.
  #isDuty({ act }: ClauseAct, { start }: PlacedClause): boolean {
    const { context, text } = this.#prompt
    const { scene, lexicon } = context
    const before = ` ${text.slice(0, start).toLowerCase().replaceAll('’', "'").trimEnd()}`
    const isDuty = lexicon.duties.some((each) => before.endsWith(` ${each}`))
    return isDuty && (scene.world.acts?.[act.act] !== undefined || lastListener(scene) !== undefined)
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
    // "Push open the door of the inn and step inside"
    const isInside = read.act.act === 'go' && read.act.to === 'in' && previous?.act.act === 'go'
    if (isInside && !Object.hasOwn(context.scene.exitsOf(context.scene.here), 'in')) return undefined
    this.#goToPerson(read.act)
    const act = complete(withRoles(asName(read.act, context), this.#ahead), context, previous?.act)
    // "Take the lamp and carry it to the quay"
    if (act.act === 'take' && act.to !== undefined && previous?.act.act === 'take') {
      delete act.thing
      act.act = 'go'
    }
    // "Unlock the chest and take out the lamp": what is taken out of it is taken when it is open.
    const opened = previous?.act.act === 'unlock' ? previous.act.thing : undefined
    if (opened !== undefined && isTakenFrom(act, opened, context)) (act as { from?: string }).from = opened
    this.#ahead = {}
    this.#isGoingBack = read.act.act === 'go' && read.act.to === 'back'
    if (read.question) return { act, ...read.question }
    const people = possiblePeople(act, context)
    if (people.length > 0) return { act, role: 'person', between: people }
    // "Open the bag, the canvas one": the same thing, said more exactly.
    if (!read.repeated || !previous || !isSame(previous.act, act))
      for (const each of withCompanion(separate(act), context))
        for (let count = timesOf(clause, act, context); count > 0; count -= 1) this.#push(each, clause)
    follow(context, act)
    moveContext(context, act)
    const tokens = read.repeated ? (previous?.tokens ?? clause.tokens) : clause.tokens
    this.#previous = { act, ...(read.bare && { bare: true }), tokens }
    return undefined
  }
}

// "Hurry up to the chapel with Mara" is nothing that is done to Mara.
function isOnTheWay({ act, person }: Act): boolean {
  return act === 'attempt' && person !== undefined
}

/** Acts that a participle after another act does not name: "trailing my fingers over the leaves". */
const accompanying = new Set(['attempt', 'examine', 'find', 'look', 'wait', 'use', 'say', 'bribe', 'search'])

function isSame(a: Act, b: Act): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
