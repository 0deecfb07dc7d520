import { type Act, unclear } from '../model/act.ts'
import { findTopic } from '../people/topics.ts'
import { lastListener, listenerIn } from '../scene/listener.ts'
import type { NounContext } from './noun-context.ts'
import type { FrameIndex } from './frames.ts'
import { lemmaOf, type Token, tokenize } from './tokens.ts'

/** Acts that ask a person for something, if they are a question and what they name is not to be seen. */
const wishes = new Set(['take', 'eat', 'drink', 'give', 'examine', 'search'])

/** What is known of a prompt that may be a question to a person who is here. */
interface Question {
  /** Whether it has the form of a question. */
  asks: boolean
  /** Whether it says "you". */
  isToYou: boolean
  /** Whether it says "I". */
  isOfPlayer: boolean
  /** Whether it begins with "can I". */
  asksLeave: boolean
  isOfPast: boolean
  /** Whether it asks for what was said. */
  isOfSaying: boolean
  /** Whether it says "they". */
  isOfMany: boolean
  /** The one who was talked to last, if they are here. */
  last: string | undefined
  /** The same, or else the only one who is here. */
  nearest: string | undefined
  /** All who are here. */
  present: readonly string[]
  /** Whether the player is alone. */
  isAlone: boolean
  /** Who is here and knows of something, the one talked to last before others. */
  about: (words: string) => string | undefined
  /** The same, if all words of the name of what they know of were said. */
  aboutExactly: (words: string) => string | undefined
}

/**
 * Reads an act as a question to a person who is here, if it is one: "what happens at six?" asks a person who knows of it,
 * "are you hungry?" the one talked to last, "give me a sweet" a person who has some. Returns other acts as they are.
 */
export function toPerson(act: Act, { context, text }: { context: NounContext; text: string }): Act {
  const question = questionOf(text, context)
  if (act.act === 'show' && act.person === 'player') return shown(act, text, { question, context })
  if (act.act === 'recall') {
    // "Where are they, then?": what nothing stands for is known to the one who spoke of it.
    const isUnclear = act.person === unclear.person || act.thing === unclear.thing
    if (isUnclear && question.isOfMany && question.last !== undefined)
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
  if (!wishes.has(act.act) || thing === undefined || isHere(thing, context)) return gift(act)
  const name = context.scene.things[thing]?.name ?? thing
  const isAsked = question.asks || (act.act === 'give' && act.person === 'player')
  const person = isAsked ? (question.about(name) ?? (question.isToYou ? question.nearest : undefined)) : undefined
  return person === undefined ? gift(act) : { act: 'ask', person, topic: question.about(name) ? name : text }
}

/**
 * Reads words that no pattern fits as said to a person who is here: as a request that they can answer, "come with me, Tobit", or as a
 * statement, "you did it" or "he has the key". `undefined` for other words, and where the player is alone.
 */
export function toListener(
  text: string,
  { context, frames, isDone }: { context: NounContext; frames: FrameIndex; isDone: boolean },
): Act | undefined {
  const { scene, lexicon } = context
  const { nearest, last, about, isToYou } = questionOf(text, context)
  const tokens = tokenize(text, lexicon)
  const words = tokens.map((token) => token.text)
  const met = Object.keys(scene.people).filter((id) => scene.state.happened?.[`met:${id}`] !== undefined)
  const named = [...scene.peopleAt(scene.here), ...met].find((id) => isCalled(namesOf(id, scene), tokens, lexicon))
  const isToPerson = named !== undefined || isToYou || lexicon.pronouns.self.some((word) => words.includes(word))
  const knows = (id: string | undefined) => (id !== undefined && findTopic(scene, id, text) ? id : undefined)
  const isAsked = isToPerson || isRequest(text, context)
  const asked = named === undefined ? (isAsked ? about(text) : undefined) : knows(named)
  if (!isDone && !isToYou) return undefined
  if (asked !== undefined) return { act: 'ask', person: asked, topic: text }
  const listener = named ?? nearest
  if (isToYou && scene.peopleAt(scene.here).length === 0) return { act: 'say', text }
  const isSaid = isToYou || isStatement(tokens, { context, frames, last })
  // "Stay here Tobit", but not "kiss Tobit".
  const before = tokens.filter(({ kind }) => kind === 'word').at(-2)?.text ?? ''
  const { self, here } = lexicon.pronouns
  const isOrder = named !== undefined && [...self, ...here, ...lexicon.trailers].includes(before)
  return listener !== undefined && (isSaid || isOrder) ? { act: 'say', person: listener, text } : undefined
}

/** Reads "you have to leave" and "you took it" as said to the person who is here; `undefined` for other words. */
export function toAddressee(
  tokens: readonly Token[],
  { context, text }: { context: NounContext; text: string },
): Act | undefined {
  const { addressees, urges, fillers } = context.lexicon
  const start = tokens.findIndex((token) => addressees.includes(token.text) || !fillers.includes(token.text))
  if (!addressees.includes(tokens[start]?.text ?? '') || !urges.includes(tokens[start + 1]?.text ?? ''))
    return undefined
  const { nearest } = questionOf(text, context)
  return nearest === undefined ? undefined : { act: 'say', person: nearest, text }
}

// "Tobit, come", "come with me Tobit", but not "dance with Tobit".
function isCalled(
  names: readonly string[],
  tokens: readonly Token[],
  { prepositions }: NounContext['lexicon'],
): boolean {
  const said = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const isObject = Object.values(prepositions).some((all) => all.includes(said.at(-2) ?? ''))
  return names.includes(said[0] ?? '') || (names.includes(said.at(-1) ?? '') && !isObject)
}

function namesOf(id: string, scene: NounContext['scene']): string[] {
  const { name = '', aliases = [] } = scene.people[id] ?? {}
  return [name, ...aliases].flatMap((each) => each.toLowerCase().split(' ')).filter((word) => word.length > 2)
}

// "Order a soup": the first word that is not a filler.
function isRequest(text: string, { lexicon }: NounContext): boolean {
  const words = tokenize(text, lexicon).map((token) => token.text)
  const first = words.find((word) => !lexicon.fillers.includes(word)) ?? ''
  return lexicon.requests.includes(lemmaOf(first, lexicon, (each) => lexicon.requests.includes(each)))
}

// "He has the key", "I am tired", "the boat will be wrecked": a subject and its verb.
function isStatement(
  tokens: readonly Token[],
  {
    context: { lexicon },
    frames: { verbs },
    last,
  }: { context: NounContext; frames: FrameIndex; last: string | undefined },
): boolean {
  const [first, second] = tokens.map((token) => token.text)
  if (first === undefined || second === undefined) return false
  if (lexicon.subjects.includes(first)) return lexicon.statives.includes(second)
  const { it, them, him, her } = lexicon.pronouns
  if ([...lexicon.others, ...lexicon.existentials, ...it, ...them, ...him, ...her].includes(first)) return true
  // Of a thing, only to one who was talked to.
  if (last === undefined) return false
  const isVerb = verbs.has(first) || lexicon.otherVerbs.includes(first)
  return !isVerb && tokens.slice(1, 5).some(({ text }) => lexicon.auxiliaries.includes(text))
}

function questionOf(text: string, { scene, lexicon }: NounContext): Question {
  const last = lastListener(scene)
  const present = scene.peopleAt(scene.here).toSorted((a, b) => Number(b === last) - Number(a === last))
  const words = tokenize(text, lexicon).map((token) => token.text)
  const says = (list: readonly string[]) => words.some((word) => list.includes(word))
  const [first = ''] = words
  // A person who has a topic of this name comes before one who only has a part of it.
  const knowing = (asked: string) => {
    const found = present.flatMap((id) => {
      const topic = findTopic(scene, id, asked)
      return topic ? [{ id, isWeak: topic.isWeak }] : []
    })
    return found.find(({ isWeak }) => !isWeak) ?? found[0]
  }
  return {
    asks: /\?\s*$/.test(text) || lexicon.interrogatives.includes(first) || lexicon.inversions.includes(first),
    isToYou: says(lexicon.addressees),
    isOfPlayer: says(lexicon.subjects),
    asksLeave: lexicon.permissions.includes(first) && lexicon.subjects.includes(words[1] ?? ''),
    isOfPast: says(lexicon.pasts),
    isOfSaying: says(lexicon.sayings),
    isOfMany: says(lexicon.pronouns.them),
    last,
    nearest: listenerIn(scene),
    present,
    isAlone: present.length === 0,
    about: (asked) => knowing(asked)?.id,
    aboutExactly: (asked) => {
      const found = knowing(asked)
      return found?.isWeak === false ? found.id : undefined
    },
  }
}

// "Tell me about the tree."
function asked(topic: string, { about, nearest }: Question): Act {
  const person = about(topic) ?? nearest
  return person === undefined ? { act: 'recall', topic } : { act: 'ask', person, topic }
}

// "Show me your hands": what is in sight is looked at, the rest is asked of the person who is here.
function shown(
  act: Act,
  text: string,
  { question: { nearest }, context }: { question: Question; context: NounContext },
): Act {
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

function isHere(id: string, { scene, nouns }: NounContext): boolean {
  if (Object.hasOwn(scene.places[scene.here]?.scenery ?? {}, id)) return true
  return nouns.some((noun) => noun.id === id && (noun.inScope || noun.kind !== 'thing'))
}

// "Who is Nan?", "where is the burner?": of what the player has never met, the person talked to is asked first.
function knownBy({ person, thing, topic }: Act, question: Question, { scene }: NounContext): string | undefined {
  const id = person ?? thing
  if (id === undefined || id === 'player' || question.last === undefined || (topic !== undefined && topic !== 'where'))
    return undefined
  if (scene.locationOf(id) === scene.here || scene.isWithin(id, 'player')) return undefined
  const { sighted = {}, deeds = {}, happened = {} } = scene.state
  const isKnown =
    sighted[id] !== undefined || happened[`met:${id}`] !== undefined || happened[`examined:${id}`] !== undefined
  if (isKnown || Object.values(deeds).some((deed) => deed.thing === id)) return undefined
  const name = scene.people[id]?.name ?? scene.things[id]?.name ?? id
  return question.about(name)
}

// "Who are you?", but not "what did you say?".
function metBy({ person, topic }: Act, { isToYou, isOfPast, nearest }: Question): string | undefined {
  return isToYou && !isOfPast && topic === undefined && person === nearest ? person : undefined
}

// Whether the question is one that no pattern has understood, or one to the narrator.
function isOpen({ person, thing, topic, text }: Act): boolean {
  return person === undefined && thing === undefined && (topic === 'narrator' || text !== undefined)
}

/** Words of a question that goes on with a conversation, at most. */
const maxShort = 3

// A question about the player, or about the past, is one about the story, unless it is put to a person. One that could be for the
// narrator is for them, unless a person was talked to.
function questioned(
  { topic }: Act,
  text: string,
  { isToYou, isOfPlayer, asksLeave, isOfPast, isOfSaying, last, nearest, about, aboutExactly, present }: Question,
): string | undefined {
  if (topic !== undefined) return isOfPlayer ? undefined : last
  if (isOfPlayer && !isToYou) return asksLeave && topic === undefined ? nearest : undefined
  if (isToYou && last !== undefined) return last
  if (isOfPast && !isToYou) return isOfSaying || last === undefined ? undefined : aboutExactly(text)
  // "Why?", "who else knows?" go on with what was talked about.
  const isShort = text.trim().split(/\s+/).length <= maxShort
  return about(text) ?? (isToYou ? (nearest ?? present[0]) : isShort ? last : undefined)
}
