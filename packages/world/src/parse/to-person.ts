import { type Act, unclear } from '../model/act.ts'
import type { NounContext } from './noun-context.ts'
import { isNamedIn, stems } from '../people/topics.ts'
import { namesToCall } from '../scene/called.ts'
import { isKnownPerson } from '../view/known-lines.ts'
import { listenerIn } from '../scene/listener.ts'
import { orderedHere, otherAsked } from './spoken-of.ts'
import { longestAt } from './phrases.ts'
import { tokenize } from './tokens.ts'
import { type Asked, type Question, questionOf, isHere, isRequest } from './question.ts'
import { toAnybodyHere } from './to-anybody-here.ts'

/** Acts that ask a person for something, if they are a question and what they name is not to be seen. */
const wishes = new Set(['take', 'eat', 'drink', 'give', 'examine', 'search'])

/**
 * Reads an act as a question to a person who is here, if it is one: "what happens at six?" asks a person who knows of it,
 * "are you hungry?" the one talked to last, "give me a sweet" a person who has some. Returns other acts as they are.
 */
export function toPerson(
  read: Act,
  { context, text, whole = text }: { context: NounContext; text: string; whole?: string },
): Act {
  const act = toOne(read, { context, text, whole })
  const { person } = act
  if (person === undefined || !addressing.has(act.act) || act.text !== undefined) return act
  if (!context.scene.isId(person) || isNamedIn(context.scene.namesOf(person), stems(whole))) return act
  const question = questionOf(text, context)
  const other = person === question.last ? otherAsked(text, { question, context }) : undefined
  return other === undefined ? act : { ...act, person: other }
}

function toOne(read: Act, { context, text, whole }: { context: NounContext; text: string; whole: string }): Act {
  const called = comeCalled(read, text, context)
  if (called !== undefined) return { act: 'say', person: called, text }
  const act = toGreeted(read, whole, context)
  if (act.act === 'ask' && act.topic !== undefined && act.text === undefined) return withReason(act, text, context)
  const question = questionOf(text, context)
  if (act.act === 'show' && act.person === 'player') return shown(act, text, { question, context })
  const greeting = act.act === 'talk' ? greetingFor(act, text, { question, context }) : undefined
  if (greeting !== undefined) return { act: 'say', text: greeting }
  const addressee = orderedHere(act, text, { question, context }) ?? toAnybodyHere(act, text, { question, context })
  if (addressee !== undefined) return addressee
  if (act.act === 'recall') {
    // "What happened here?", but not "what happened?", which is a question about the story.
    const isBare = Object.keys(act).length === 1
    const words: readonly string[] = text.toLowerCase().match(/[\p{L}’']+/gu) ?? []
    if (isBare && question.isTalking && context.lexicon.pronouns.here.some((word) => words.includes(word)))
      return { act: 'ask', person: question.last!, topic: text }
    // "Where are they, then?": a pronoun without a referent is left to the person who spoke of it.
    const isUnclear = act.person === unclear.person || act.thing === unclear.thing
    if (isUnclear && question.isOfMany && question.last !== undefined)
      return { act: 'ask', person: question.last, topic: text }
    // "Is there anyone else here?", said to the only one.
    if (act.topic === 'people' && question.isTalking && question.present.length === 1)
      return question.aboutExactly(text) === undefined ? act : { act: 'ask', person: question.last!, topic: text }
    // "What happened to the light?"
    if (act.topic === 'happened') {
      if (act.thing !== undefined && act.thing === question.last) return { act: 'ask', person: act.thing, topic: text }
      const teller = question.about(text) ?? (isNamed(act, context) ? undefined : question.last)
      return teller === undefined || teller === act.thing ? act : { act: 'ask', person: teller, topic: text }
    }
    const isTheirs = forListener.has(act.topic ?? (act.thing === undefined ? '' : 'where'))
    if (question.isTalking && isTheirs && !isOwnPast(act, question, context))
      return { act: 'ask', person: question.last!, topic: text }
    // "Where did he go?", said to him, is about another one.
    if (act.topic === 'where' && act.person !== undefined && act.person === question.last && question.isOfOther)
      return { act: 'ask', person: question.last, topic: text }
    const person = isOpen(act)
      ? questioned(act, text, question)
      : (metBy(act, question) ?? knownBy(act, question, context))
    if (person !== undefined) return { act: 'ask', person, topic: text }
    const isUnheard = isOpen(act) && act.topic === undefined && question.isToYou && !question.isOfPlayer
    return isUnheard && question.isAlone ? { act: 'say', text } : act
  }
  if (act.act === 'tell' && act.person === 'player' && act.topic !== undefined) return asked(act.topic, question)
  const { thing } = act
  const wanted = thing ?? act.things?.[0]
  if (wanted !== undefined && !isHere(wanted, context) && isRequest(text, context)) {
    const name = context.scene.things[wanted]?.name ?? wanted
    const person = question.about(name)
    if (person !== undefined) return { act: 'ask', person, topic: name }
  }
  // "What is in the cellar?", asked upstairs, does not take the player down.
  if (question.asks && looking.has(act.act) && isElsewhere(thing, context)) {
    const person = question.about(text) ?? question.nearest
    return person === undefined ? { act: 'recall', text } : { act: 'ask', person, topic: text }
  }
  const isAskedFor = act.act === 'give' && act.person === 'player' && thing !== undefined && !isHere(thing, context)
  if (isAskedFor && question.isTalking && question.about(context.scene.things[thing]?.name ?? thing) === undefined)
    return { act: 'say', person: question.last!, text }
  if (!wishes.has(act.act) || thing === undefined || isHere(thing, context)) return gift(act)
  const name = context.scene.things[thing]?.name ?? thing
  const isAsked = question.asks || (act.act === 'give' && act.person === 'player')
  const person = isAsked ? (question.about(name) ?? (question.isToYou ? question.nearest : undefined)) : undefined
  return person === undefined ? gift(act) : { act: 'ask', person, topic: question.about(name) ? name : text }
}

// "Come to the shuttle, Jun": a person is called, also one who is not here.
function comeCalled({ act, to }: Act, text: string, { scene, lexicon }: NounContext): string | undefined {
  const words = tokenize(text, lexicon).flatMap((token) => (token.kind === 'word' ? [token.text] : []))
  const isCome = act === 'go' && lexicon.follows.some((each) => each.split(' ')[0] === words[0])
  const last = words.at(-1) ?? ''
  const isName = (id: string) =>
    id !== to && words.length > 2 && namesToCall(scene, id).includes(last) && isKnownPerson(scene, id)
  return isCome ? Object.keys(scene.people).find(isName) : undefined
}

/** Acts that put words to a person. */
const addressing = new Set(['say', 'ask'])

// "Hello my small friend, where is it?": words behind a greeting, to a person who is only called something.
function toGreeted(act: Act, text: string, { scene, lexicon }: NounContext): Act {
  const { person } = act
  const listener = listenerIn(scene)
  if (person === undefined || listener === undefined || !addressing.has(act.act)) return act
  const at = text.toLowerCase().indexOf(person.toLowerCase())
  // "Hello Bertram, where is it?" is not for another one.
  const isName = scene.isId(person) || at < 0 || text[at] !== text[at]!.toLowerCase()
  return !isName && longestAt(tokenize(text, lexicon), 0, lexicon.greetings) > 0 ? { ...act, person: listener } : act
}

// "Hello, old friend", "hi there": a greeting that names no known person is for the people who are here.
function greetingFor(
  { person = '' }: Act,
  text: string,
  { question, context: { scene, lexicon } }: Asked,
): string | undefined {
  const isNamed = scene.isId(person) && isNamedIn(scene.namesOf(person), stems(text))
  if (question.isAlone || question.present.includes(person) || isNamed) return undefined
  const tokens = tokenize(text, lexicon)
  const length = longestAt(tokens, 0, lexicon.greetings)
  return length === 0 ? undefined : text.slice(0, tokens[length - 1]!.end)
}

/** Acts that go to a place to look at it. */
const looking = new Set(['examine', 'search'])

function isElsewhere(id: string | undefined, { scene }: NounContext): boolean {
  return id !== undefined && id !== scene.here && Object.hasOwn(scene.places, id)
}

/** Subjects of questions that the person talked to is asked, although the player's own memory could answer them. */
const forListener = new Set(['where', 'way', 'who'])

// "Where did I put it?", "where is my letter?", and what the player has moved
function isOwnPast({ thing }: Act, { isOfPlayer, isOfPast }: Question, { scene }: NounContext): boolean {
  if ((isOfPlayer && isOfPast) || thing === undefined) return isOfPlayer && isOfPast
  return scene.isWithin(thing, 'player') || Object.values(scene.state.deeds ?? {}).some((deed) => deed.thing === thing)
}

// "Tell me about the tree."
function asked(topic: string, { about, nearest }: Question): Act {
  const person = about(topic) ?? nearest
  return person === undefined ? { act: 'recall', topic } : { act: 'ask', person, topic }
}

// "Show me your hands": what is in sight is looked at, the rest is asked of the person who is here.
function shown(act: Act, text: string, { question: { nearest }, context }: Asked): Act {
  if (act.thing !== undefined && isHere(act.thing, context)) return { act: 'examine', thing: act.thing }
  if (nearest !== undefined) return { act: 'say', person: nearest, text }
  return act.thing === undefined ? act : { act: 'examine', thing: act.thing }
}

// "Give me the coin", of which no person knows: the player takes it.
function gift(act: Act): Act {
  return act.act === 'give' && act.person === 'player' && act.thing !== undefined
    ? { act: 'take', thing: act.thing }
    : act
}

function isNamed({ thing = '' }: Act, { scene }: NounContext): boolean {
  return scene.isId(thing)
}

// "Who is Nan?", "where is the burner?": of what the player has never met, the person talked to is asked first.
function knownBy({ person, thing, topic }: Act, question: Question, { scene }: NounContext): string | undefined {
  const id = person ?? thing
  // Only "who is Nan?" is put to a person who was not talked to.
  if (question.last === undefined && (person === undefined || topic !== undefined)) return undefined
  if (person !== undefined && topic === 'where') return undefined
  if (id === undefined || id === 'player' || (topic !== undefined && topic !== 'where')) return undefined
  if (scene.locationOf(id) === scene.here || scene.isWithin(id, 'player')) return undefined
  const { sighted = {}, deeds = {}, happened = {} } = scene.state
  const isKnown =
    sighted[id] !== undefined || happened[`met:${id}`] !== undefined || happened[`examined:${id}`] !== undefined
  if (isKnown || Object.values(deeds).some((deed) => deed.thing === id)) return undefined
  const name = scene.people[id]?.name ?? scene.things[id]?.name ?? id
  return question.about(name) ?? (person !== undefined && question.isTalking ? question.last : undefined)
}

// "Who are you?", but not "what did you say?".
function metBy({ person, topic }: Act, { isToYou, isOfPast, nearest }: Question): string | undefined {
  return isToYou && !isOfPast && topic === undefined && person === nearest ? person : undefined
}

// Whether the question is one that no pattern has understood, or one to the narrator.
function isOpen({ person, thing, topic, text }: Act): boolean {
  return (
    person === undefined && thing === undefined && (topic === 'narrator' || (topic === undefined && text !== undefined))
  )
}

/** The most words of a question that continues a conversation. */
const maxShort = 3

// A question about the player, or about the past, is one about the story, unless it is put to a person. One that could be for the
// narrator is for them, unless a person was talked to.
function questioned(
  { topic }: Act,
  text: string,
  {
    isToYou,
    isOfPlayer,
    asksLeave,
    isOfPast,
    isOfSaying,
    isTalking,
    goesOn,
    last,
    nearest,
    about,
    aboutExactly,
    present,
  }: Question,
): string | undefined {
  if (topic !== undefined) return isOfPlayer ? undefined : last
  // "When do we leave?", but not "what did I say?"
  if (isOfPlayer && !isToYou) return isTalking && !isOfPast ? last : asksLeave ? nearest : undefined
  if (isToYou && last !== undefined) return last
  if (isOfPast && !isToYou)
    return isOfSaying || last === undefined
      ? undefined
      : (aboutExactly(text) ?? (goesOn || isTalking ? last : undefined))
  // "Why?", "who else knows?" go on with what was talked about.
  const isShort = text.trim().split(/\s+/).length <= maxShort
  return about(text) ?? (isToYou ? (nearest ?? present[0]) : isShort || goesOn || isTalking ? last : undefined)
}

/** Keeps the question of an act if it asks for a reason or a place: in "ask Dan why he is afraid" the topic is only "afraid". */
function withReason(act: Act, text: string, { lexicon }: NounContext): Act {
  const words = text.split(/\s+/)
  const at = words.findIndex((word, index) => index > 0 && lexicon.reasons.includes(word.toLowerCase()))
  return at < 0 || at === words.length - 1 ? act : { ...act, text: words.slice(at).join(' ') }
}
