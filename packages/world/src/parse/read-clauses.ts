import type { Act } from '../model/act.ts'
import { lastListener, listenerIn } from '../scene/listener.ts'
import { instrumentAhead, readWithInstrument, rolesAhead, type RolesAhead, withRoles } from './ahead.ts'
import { type ClauseAct, readClause } from './clause.ts'
import { complete, possiblePeople, separate } from './complete.ts'
import type { Clause } from './divide.ts'
import { readBare, readElliptic, readRepeated, type ReadClause } from './ellipsis.ts'
import type { FrameIndex } from './frames.ts'
import type { NounContext } from './noun-context.ts'
import type { Parsed, ParsedAct } from './parsed.ts'
import { readMotion } from './motion.ts'
import { longestAt } from './phrases.ts'
import { settle } from './settle.ts'
import { toListener, toPerson } from './to-person.ts'
import { lemmaOf, type Token } from './tokens.ts'

/** Reads the clauses of a prompt one after the other, each with what those before it named. */
export function readClauses(
  clauses: readonly Clause[],
  { context, frames, text }: { context: NounContext; frames: FrameIndex; text: string },
): Parsed {
  const acts: ParsedAct[] = []
  const rest: string[] = []
  let unclear: Parsed['unclear']
  let previous: ReadClause | undefined
  let ahead: RolesAhead = {}
  for (const [index, { tokens, done, addressed }] of clauses.entries()) {
    const start = tokens[0]?.start ?? 0
    const end = tokens.at(-1)?.end ?? start
    if (addressed !== undefined) {
      const before = acts.at(-1)
      const said = spokenIn(tokens, { context, text })
      // "You put it out. I know why." is one speech.
      if (before?.act.act === 'say' && before.act.person === addressed && before.act.text !== undefined) {
        before.act.text = `${text.slice(before.start, start)}${said}`
        before.end = end
      } else acts.push({ act: { act: 'say', person: addressed, text: said }, start, end })
      continue
    }
    const greeted = greetedBy(acts.at(-1)?.act)
    const speech = acts.at(-1)
    const isGoingOn = speech?.act.act === 'say' && greetedBy(acts.at(-2)?.act) === speech.act.person
    const follows = done && index < clauses.length - 1
    const held = follows ? instrumentAhead(tokens, context) : undefined
    const whole = done && !held ? readWhole(tokens, previous, { context, frames }) : undefined
    const isLost = !whole || (whole.act.act === 'go' && whole.act.to !== undefined && !leads(whole.act.to, context))
    const moved: typeof whole = done && !held && isLost ? readMotion(tokens, context) : undefined
    const read = moved ?? whole
    const roles = held ?? (follows && !read ? rolesAhead(tokens, context) : undefined)
    if (roles) {
      ahead = { ...ahead, ...roles }
      if (roles.it !== undefined) follow(context, { act: '', thing: roles.it })
      continue
    }
    // "Sorry, close it. Thank you."
    const plain = tokens.map((token) => token.text).join(' ')
    const { courtesies, asides } = context.lexicon
    if (clauses.length > 1 && (courtesies.includes(plain) || asides.includes(plain))) continue
    const isOpen = !read || (read.act.act === 'recall' && read.act.person === undefined)
    if (done && isOpen && greeted !== undefined && tokens.length > 1) {
      // "Mara I can see you": the name alone is no greeting.
      if (previous?.bare) acts.pop()
      acts.push({ act: { act: 'say', person: greeted, text: spokenIn(tokens, { context, text }) }, start, end })
      continue
    }
    if (done && isOpen && isGoingOn && speech && greeted === undefined && acts.length > 1) {
      speech.act.text = `${text.slice(speech.start, start)}${spokenIn(tokens, { context, text })}`
      speech.end = end
      continue
    }
    const listener = !read && clauses.length > 1 ? askedIn(tokens, { context, text, done }) : undefined
    if (listener !== undefined) {
      const said = spokenIn(tokens, { context, text })
      acts.push({ act: { act: 'ask', person: listener, topic: said.endsWith('?') ? said : `${said}?` }, start, end })
      continue
    }
    if (!read) {
      if (tokens.some(({ kind }) => kind !== 'mark')) rest.push(text.slice(start, end))
      const isAct = done && asksFor(tokens, context, frames) && !isTalk(tokens, { context, text })
      // One such line in a turn is enough.
      if (isAct) unclear ??= { start, end }
      continue
    }
    // "Back out and up the corridor": there is no way out but the one that is named next.
    const isBack = previous?.act.act === 'go' && previous.act.to === 'out' && read.act.act === 'go'
    if (isBack && !Object.hasOwn(context.scene.exitsOf(context.scene.here), 'out')) acts.pop()
    // "Will you help me, Mara?": the name is not all that was said.
    if (read.bare && read.act.person !== undefined && /\?\s*$/.test(text) && clauses.length === 1) {
      acts.push({ act: { act: 'say', person: read.act.person, text }, start, end })
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
    previous = { act, ...(read.bare && { bare: true }), tokens: read.repeated ? (previous?.tokens ?? tokens) : tokens }
  }
  // A question that no pattern covers is one about the story.
  const [first] = clauses
  const { interrogatives, inversions, addressees } = context.lexicon
  const [word = '', next = ''] = first?.tokens.map((token) => token.text) ?? []
  const asks =
    first?.done && (interrogatives.includes(word) || (inversions.includes(word) && addressees.includes(next)))
  const isQuestion = acts.length === 0 && (asks || /\?\s*$/.test(text))
  if (isQuestion) acts.push({ act: { act: 'recall', text }, start: 0, end: text.length })
  const spoken = acts.length === 0 && first ? toListener(text, { context, frames, isDone: first.done }) : undefined
  if (spoken) acts.push({ act: spoken, start: 0, end: text.length })
  for (const each of acts)
    each.act = toPerson(each.act, { context, text: acts.length === 1 ? text : text.slice(each.start, each.end) })
  const isWhole = isQuestion || spoken !== undefined
  const settled = settle(acts, { context, text })
  return {
    acts: settled,
    rest: isWhole ? [] : rest,
    ...(unclear && acts.length > 0 && !isWhole && { unclear }),
  }
}

/** The words of a clause that is said to a person. A question gets its mark. */
function spokenIn(tokens: readonly Token[], { context, text }: { context: NounContext; text: string }): string {
  const end = tokens.at(-1)?.end ?? 0
  const { interrogatives, inversions, subjects } = context.lexicon
  const from = tokens[0]?.start ?? 0
  // The subject in front begins the clause, and is none of its tokens.
  const before = /(\S+)\s+$/.exec(text.slice(0, from))
  const isSubject = subjects.includes(before?.[1]?.toLowerCase() ?? '')
  const said = text.slice(isSubject ? before!.index : from, end)
  const isAsked =
    !isSubject &&
    longestAt(tokens, 0, context.lexicon.speech) === 0 &&
    [...interrogatives, ...inversions].includes(tokens[0]?.text ?? '')
  const asks = isAsked || /^\s*\?/.test(text.slice(end))
  return asks && !said.endsWith('?') ? `${said}?` : said
}

// A question beside others, to the person who is here: "and who paid you?"
function askedIn(
  tokens: readonly Token[],
  { context, text, done }: { context: NounContext; text: string; done: boolean },
): string | undefined {
  const { interrogatives, inversions, addressees } = context.lexicon
  const [first = ''] = tokens.map((token) => token.text)
  const { scene } = context
  const isTalking = lastListener(scene) !== undefined
  const sentence = text.slice(0, tokens.at(-1)?.end ?? 0).split(/[.!?;]/)
  const words = sentence
    .at(-1)!
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  const isToYou = words.some((word) => addressees.includes(word))
  if (!isToYou && !(isTalking && done)) return undefined
  const isMarked = /^\s*\?/.test(text.slice(tokens.at(-1)?.end ?? 0))
  if (tokens.length < 2 || !(isMarked || interrogatives.includes(first) || inversions.includes(first))) return undefined
  return listenerIn(scene)
}

// Words that are no act although they begin like one: an aside, a question, an exclamation, words with "you".
function isTalk(tokens: readonly Token[], { context, text }: { context: NounContext; text: string }): boolean {
  const { asides, speech, addressees } = context.lexicon
  const start = tokens[0]?.start ?? 0
  const end = tokens.at(-1)?.end ?? start
  if (longestAt(tokens, 0, asides) > 0 || longestAt(tokens, 0, speech) > 0) return true
  if (/^\s*[?!]/.test(text.slice(end))) return true
  return tokens.some((token) => addressees.includes(token.text)) || /\byou(?:'re|r)?\s+$/i.test(text.slice(0, start))
}

// "Hello Mara, have you seen the key?"
function greetedBy(before: Act | undefined): string | undefined {
  return before?.act === 'talk' && before.topic === undefined ? before.person : undefined
}

/** Whether words that were not understood ask for something: they begin with a verb or like a question. */
function asksFor(tokens: readonly Token[], { lexicon }: NounContext, { verbs }: FrameIndex): boolean {
  const [first] = tokens
  if (!first || first.kind !== 'word' || tokens.length < 2 || lexicon.articles.includes(first.text)) return false
  if (lexicon.endings.participle.some((ending) => first.text.endsWith(ending))) return false
  const isVerb = (word: string) => verbs.has(word) || lexicon.otherVerbs.includes(word)
  return isVerb(lemmaOf(first.text, lexicon, isVerb)) || lexicon.interrogatives.includes(first.text)
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

// Later pronouns of the prompt stand for what was named.
function follow(context: NounContext, act: Act): void {
  const { referents, scene, memo } = context
  memo?.clear()
  if (['go', 'open', 'unlock', 'search'].includes(act.act)) context.isChanged = true
  if (act.topic !== undefined) referents.topic = act.topic
  const inside = act.act === 'open' && act.thing !== undefined ? scene.thingsAt(`in:${act.thing}`) : []
  referents.recent = [...inside, act.thing, act.with, act.where, ...(act.things ?? [])].filter((id) => id !== undefined)
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
