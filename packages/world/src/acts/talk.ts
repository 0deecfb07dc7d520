import type { JsonObject } from '@narratoria/protocol'
import type { LiveScene } from '../live/live-scene.ts'
import type { Act } from '../model/act.ts'
import type { Topic } from '../model/types.ts'
import { findTopic, isNamedIn, openTopics, statedFact, stems, topicName } from '../people/topics.ts'
import { judge } from '../people/deeds.ts'
import { hear } from '../people/hear.ts'
import { replyKind } from '../people/replies.ts'
import { isAbout, isSocial, react, socialKind } from '../people/social.ts'
import { holds } from '../rules/condition.ts'
import { apply } from '../rules/effects.ts'
import { calledPerson, namesToCall } from '../scene/called.ts'
import { lastListener } from '../scene/listener.ts'
import { fitsPattern } from '../text/patterns.ts'
import { isKnownPerson, properNames } from '../view/known-lines.ts'
import { answer } from './answer.ts'
import { doorWithHearers, sayAloud } from './say-aloud.ts'
import { greet, speakFarewell } from './greet.ts'
import { lastQuestion } from './last-question.ts'
import { obey } from './obey.ts'
import type { Performer } from './performer.ts'
import { remark } from './say-topic.ts'
import { requireHeld, requireLiving } from './roles.ts'

/** Orders that are not about what they name: "wait for me in the cellar". */
const plainOrders = new Set(['wait', 'help'])

export const talking: Record<string, Performer> = {
  talk(scene, act) {
    const person = requireLiving(scene, act.person ?? act.thing)
    if (act.topic !== undefined) return scene.redirect({ act: 'ask', person, topic: act.topic })
    greet(scene, person)
    const open = openTopics(scene, person).filter(
      ({ id, topic }) => topic.stated !== true && scene.state.talked?.[person]?.[id] === undefined,
    )
    if (open.length === 0) return
    const listed = open.slice(0, 3)
    for (const { id } of listed) scene.happen(`listed:${person}:${id}`)
    const topics = scene.naming.alternatives(listed.map(({ id }) => topicName(id)))
    scene.say('talk.topics', { person, topics })
  },
  ask(scene, act, roll) {
    const person = requireLiving(scene, act.person)
    if (act.topic === undefined) return greet(scene, person)
    const self = ofListener(scene, person, act.topic)
    if (self !== undefined) return answer(scene, { person, words: self, roll })
    // "Ask him why he left": the question asks for the reason, not only for the topic.
    const isWhy = act.text !== undefined && fitsPattern(scene.phrases, 'answer.asks.why.pattern', act.text)
    answer(scene, { person, words: isWhy ? `${act.topic} why` : act.topic, question: act.text, roll })
  },
  tell(scene, act, roll) {
    const person = requireLiving(scene, act.person)
    const words = act.topic ?? act.text
    if (words === undefined) return greet(scene, person)
    converse(scene, { person, words, kind: socialKind(scene, words), roll })
  },
  say(scene, act, roll) {
    const person = act.person === undefined ? spokenTo(scene, act) : requireLiving(scene, act.person)
    if (person === undefined) return sayAloud(scene, act.text)
    scene.listener = person
    if (act.with !== undefined) requireHeld(scene, act.with)
    if (isSocial(scene, act.topic)) return doSocially(scene, { person, kind: act.topic, words: act.text, roll })
    const words = act.text === undefined ? act.topic : withoutCall(scene, person, act.text)
    if (words === undefined || isGreeting(scene, words)) return greet(scene, person)
    // "Did you sell the land?" asks for nothing to be done.
    const isAsked = replyKind(scene, words) === 'personal' && socialKind(scene, words) !== 'request'
    const order = isAsked ? undefined : act.order
    const topic = order && !plainOrders.has(order.act) && findTopic(scene, person, words)
    const isNew = topic && topic.isWeak === false && scene.state.talked?.[person]?.[topic.id] === undefined
    const kind = socialKind(scene, words)
    // "See you", "thanks a lot": no orders.
    const isOrder = order !== undefined && order.act !== 'do' && order.thing !== person
    if (isSocial(scene, kind) && kind !== 'request' && order && !isOrder)
      return doSocially(scene, { person, kind, words, roll })
    const question = order ? undefined : lastQuestion(scene, person, words)
    if (question !== undefined) return answer(scene, { person, words: question, roll })
    if (order && !isNew) return obey(scene, { person, order, text: words })
    const asked = replyKind(scene, words)
    const isPlea = kind === 'request' && (asked === undefined || asked === 'personal')
    if (isPlea) return doSocially(scene, { person, kind, words, roll })
    if (/\?\s*$/.test(words) || kind === 'request') return answer(scene, { person, words, roll })
    converse(scene, { person, words, kind, roll })
  },
  give(scene, act) {
    const person = requireLiving(scene, act.person)
    const thing = requireHeld(scene, act.thing)
    const want = scene.people[person]?.wants?.find((each) => each.thing === thing && holds(scene, each.when))
    if (!want && scene.things[thing]?.owner !== person) {
      // They look at it and give it back.
      const topic = findTopic(scene, person, namesOf(scene, thing))
      if (topic && scene.state.talked?.[person]?.[topic.id] === undefined)
        return scene.redirect({ act: 'show', thing, person })
      scene.refuse('give.unwanted', { thing, person })
    }
    scene.make(thing, 'worn', false)
    scene.move(thing, person)
    scene.say('give.done', { thing, person })
    scene.recordDeed({ act: 'give', by: 'player', thing, person, important: true })
    judge(scene, 'give', person)
    if (!want) return scene.say('give.back', { thing, person }, 'speech', person)
    scene.speak(person, scene.text(`want:${person}:${thing}`, want.thanks))
    apply(scene, want.then, `want:${person}:${thing}`)
  },
  show(scene, act, roll) {
    const person = requireLiving(scene, act.person)
    const thing = requireHeld(scene, act.thing)
    const words = namesOf(scene, thing)
    if (findTopic(scene, person, words)) return answer(scene, { person, words, roll })
    if (scene.people[person]?.wants?.some((want) => want.thing === thing))
      return scene.say('show.wanted', { thing, person }, 'speech')
    scene.say(isAbout(scene, thing, person) ? 'show.proof' : 'show.nothing', { thing, person }, 'speech', person)
  },
}

// "Ask her who she is", "ask her what her name is": a question of the listener, unless they have something of their own to say to the word.
function ofListener(scene: LiveScene, person: string, topic: string): string | undefined {
  if (findTopic(scene, person, topic)?.isWeak === false) return undefined
  const { pronoun = 'they' } = scene.people[person]!
  const key = fitsPattern(scene.phrases, 'answer.name.word', topic)
    ? 'ask.name'
    : topic === pronoun
      ? 'ask.self'
      : undefined
  return key === undefined ? undefined : scene.phrase(key)
}

// Who is called by name, or was talked to last, or is alone with the player. Of several others, the player must choose.
function spokenTo(scene: LiveScene, act: Act): string | undefined {
  const present = scene.peopleAt(scene.here)
  const called = calledPerson(scene, act.text ?? '')
  if (called !== undefined) return called
  if (present.length === 0 && doorWithHearers(scene) !== undefined) return undefined
  const [first = scene.voicesAt(scene.here)[0], ...others] = present
  const last = lastListener(scene)
  const isForAll = act.text !== undefined && (isGreeting(scene, act.text) || socialKind(scene, act.text) === 'farewell')
  if (last !== undefined || first === undefined || others.length === 0 || isForAll) return last ?? first
  const between = [first, ...others]
  // Who can say something about it is meant.
  const [knowing, ...alsoKnowing] = between.filter((id) => findTopic(scene, id, act.text ?? '')?.isWeak === false)
  if (knowing !== undefined && alsoKnowing.length === 0) return knowing
  scene.pending = { act: { ...act } as unknown as JsonObject, role: 'person', between }
  return scene.refuse('person.which', { people: scene.naming.alternatives(between.map((id) => scene.naming.the(id))) })
}

// "I won't sign it, Quill": what is said, without the name of the one who is called.
function withoutCall(scene: LiveScene, person: string, text: string): string {
  const names = namesToCall(scene, person)
  const parts = text.split(/(?<=[,.!?;:])/)
  const isCall = (part: string) => names.includes(part.toLowerCase().replaceAll(/[,.!?;:“”"\s]+$|^[“”"\s]+/g, ''))
  const said = parts.filter((part) => !isCall(part))
  if (said.length === 0 || said.length === parts.length) return text
  const end = /[.!?]\s*$/.exec(text)?.[0].trim() ?? ''
  return `${said.join('').replace(/[,;:\s]+$/, '')}${/[.!?]$/.test(said.join('').trim()) ? '' : end}`
}

// A statement: news first, then what they have to say about it.
function converse(
  scene: LiveScene,
  {
    person,
    words,
    kind,
    roll,
  }: { person: string; words: string; kind: string | undefined; roll: Parameters<Performer>[2] },
): void {
  const isKnown = (id: string) => isKnownPerson(scene, id) || isNamedIn(properNames(scene, id), stems(words))
  const fact = statedFact(scene, words)
  const isNews = fact !== undefined && scene.state.knows?.[person]?.[fact] === undefined
  // "I know that you sold it": what is known is more than an accusation.
  if (
    fact !== undefined &&
    (kind === 'accuse' || kind === 'insult') &&
    scene.people[person]?.replies?.[fact] !== undefined
  )
    return hear(scene, person, words, isKnown)
  const awaited = awaitedTopic(scene, person, words)
  if (awaited !== undefined) return answer(scene, { person, words: awaited, question: words, roll })
  if (isSocial(scene, kind)) return doSocially(scene, { person, kind, words, roll })
  const topic = findTopic(scene, person, words)
  const isHeard = topic !== undefined && scene.state.talked?.[person]?.[topic.id] !== undefined
  const reply = replyKind(scene, words)
  const isAnswered = reply !== undefined && reply !== 'personal'
  // "I owe you one" is not about the listener.
  const isAbout = topic !== undefined && !isHeard && (!topic.isWeak || words.trim().split(/\s+/).length < 3)
  if (!isNews && (isAnswered || isAbout)) return answer(scene, { person, words, roll })
  hear(scene, person, words, isKnown)
}

// What an author wrote about the subject comes before a common reaction.
function doSocially(
  scene: LiveScene,
  {
    person,
    kind,
    words,
    roll,
  }: { person: string; kind: string; words: string | undefined; roll: Parameters<Performer>[2] },
): void {
  const topic = words === undefined ? undefined : findTopic(scene, person, words)
  const isHeard = topic !== undefined && scene.state.talked?.[person]?.[topic.id] !== undefined
  if (topic && !topic.isWeak && !isHeard && words !== undefined && !aboutListener.has(kind))
    return answer(scene, { person, words, roll })
  if (words !== undefined) scene.recordDeed({ act: 'tell', by: 'player', person, text: words })
  const hasReplied = kind === 'farewell' && speakFarewell(scene, person)
  if (hasReplied) return
  // Thanks before a question are answered as a remark, so that the question still gets its answer.
  const { act } = scene
  if (aboutListener.has(kind)) scene.act = remark
  react(scene, person, kind)
  scene.act = act
}

// The topic that the words are about and that the story waits for, as a confession does for "I love you".
function awaitedTopic(scene: LiveScene, person: string, words: string): string | undefined {
  const movesStory = ({ then = [] }: Topic, id: string) =>
    scene.state.talked?.[person]?.[id] === undefined && then.some((effect) => 'set' in effect || 'ending' in effect)
  const found = findTopic(scene, person, words, movesStory)
  return found?.isWeak === false ? found.id : undefined
}

/** Kinds of remarks about the listener, and refusals. The words do not ask about what they name. */
const aboutListener = new Set(['refuse', 'compliment', 'insult', 'flirt', 'thank', 'farewell'])

// "Hello", "hello again", "good evening to you"
function isGreeting(scene: LiveScene, words: string): boolean {
  const plain = words
    .toLowerCase()
    .replaceAll(/[^\p{L}? ]/gu, '')
    .trim()
  return (scene.phrases['say.greetings'] ?? []).some(
    (greeting) =>
      plain === greeting ||
      (plain.startsWith(`${greeting} `) && plain.split(' ').length < maxGreeting && !plain.endsWith('?')),
  )
}

/** A greeting that is followed by other words has fewer words than this. */
const maxGreeting = 5

function namesOf(scene: LiveScene, thing: string): string {
  return `${thing} ${scene.things[thing]?.name ?? ''}`
}
