import { refuseUnclear } from '../live/refuse-unclear.ts'
import type { Act } from '../model/act.ts'
import type { Deed, WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import { findTopic, isNamedIn, stems } from '../people/topics.ts'
import { findKnownLine } from './known-lines.ts'
import { listenerIn } from '../scene/listener.ts'
import { hasLight, scopeOf } from '../scene/scope.ts'
import { fitsPattern, wordsOfPhrase } from '../text/patterns.ts'
import { sentencesOf } from '../text/sentences.ts'
import { hasNumber } from './count-here.ts'
import { descriptionIn, sceneryOf } from './describe.ts'
import { recallDeeds } from './recall-deeds.ts'
import { recallOwn } from './recall-own.ts'
import { recallSpeech } from './recall-speech.ts'
import { answersOf, type Said } from './said.ts'
import {
  personByInitial,
  answerKnown,
  answerExits,
  answerHappened,
  answerLearned,
  answerName,
  answerPrice,
  answerTime,
  answerOrigin,
  answerPeople,
  answerPerson,
  answerPremise,
  answerWay,
  answerWho,
} from './answer-known.ts'
import { answerResidents, isPresent, whereIs, lastSeenAt } from './where.ts'
import type { LiveScene } from '../live/live-scene.ts'
import { Scene } from '../scene/scene.ts'

/** Returns what people said, the last first; of one person and about one topic if they are given. */
export function recallSaid(
  world: World,
  state: WorldState,
  { person, topic }: { person?: string; topic?: string } = {},
): Said[] {
  const scene = new Scene(world, state)
  return answersOf(scene)
    .filter((said) => person === undefined || said.person === person)
    .filter(
      (said) =>
        topic === undefined ||
        findTopic(scene, said.person, topic)?.id === said.topic ||
        stems(topic).includes(stems(said.topic.replaceAll('_', ' ')).at(-1)!),
    )
    .toSorted((a, b) => b.turn - a.turn)
}

/** The act `recall`: answers a question about the past or about where things are. It is refused if there is no answer. */
export function recall(scene: LiveScene, act: Act): void {
  const { person, thing, topic } = act
  refuseUnclear(scene, person ?? thing)
  if (topic === 'narrator') return scene.say('recall.narrator', {}, 'answer')
  if (topic === 'self') return answerSelf(scene)
  if (topic === 'taken' && thing === undefined) return answerTaken(scene)
  if (topic === 'last') return answerLast(scene)
  if (topic === 'learned' && person === undefined && thing === undefined) return answerLearned(scene)
  if (topic === 'time') return answerTime(scene)
  if (topic === 'exits') return answerExits(scene)
  if (topic === 'people') return answerPeople(scene, thing)
  if (topic === 'place') return scene.say('place.named', { place: scene.here }, 'answer')
  if (topic === 'residents') return answerResidents(scene)
  if (topic === 'happened' && (thing ?? person) !== undefined) return answerHappened(scene, (thing ?? person)!)
  if (topic === 'who') return answerWho(scene)
  if (topic === 'price') return answerPrice(scene, act)
  if (topic === 'name' && person !== undefined) return answerName(scene, person)
  if (topic === 'premise') return answerPremise(scene)
  if (topic === 'way') return answerWay(scene, act.to)
  if (person !== undefined && topic === 'where') return whereIs(scene, person)
  if (person !== undefined && topic === 'here') return isPresent(scene, person)
  if (person !== undefined && topic === undefined && thing === undefined) return answerPerson(scene, person)
  if (person !== undefined && thing === undefined) {
    const answers = recallSaid(scene.world, scene.state, { person, ...(topic !== 'said' && { topic }) })
    return recallSpeech(scene, person, { topic: topic === 'said' ? undefined : topic, answer: answers[0] })
  }
  if (thing !== undefined && topic !== undefined && states.has(topic)) return answerState(scene, thing, topic)
  if (thing !== undefined && topic === 'origin') return answerOrigin(scene, thing)
  const isKnown = thing !== undefined && (thing in scene.things || thing in scene.people)
  if (isKnown) return recallThing(scene, thing, topic)
  const words = topic ?? act.text ?? thing
  if (words !== undefined) return recallWords(scene, words)
  recap(scene)
}

// What the player did last, or else what people said last. Statements of the player are left out.
function recap(scene: LiveScene): void {
  const deeds = recallDeeds(scene.state).filter((deed) => deed.act !== 'tell')
  const said = deeds.length === 0 ? recallSaid(scene.world, scene.state) : []
  if (deeds.length + said.length === 0) return scene.refuse('recall.nothing')
  for (const deed of deeds.slice(0, 3)) answerDeed(scene, deed)
  for (const each of said.slice(0, 2)) answerSaid(scene, each)
}

// A question that no pattern covers: what was said or done that its words name.
function recallWords(scene: LiveScene, text: string): void {
  if (recallOwn(scene, text, (deed) => answerDeed(scene, deed))) return
  const counted = countedHere(scene, text)
  if (counted !== undefined) return scene.emit(counted, 'answer')
  const words = stems(text)
  const names = (id: string | undefined) =>
    id !== undefined && scene.namesOf(id).some((each) => stems(each).some((word) => words.includes(word)))
  // An answer must cover everything that the question names.
  const asked = [...Object.values(scene.things), ...Object.values(scene.people)].filter(({ name }) =>
    isNamedIn([name], words),
  )
  const ignored = new Set(wordsOfPhrase(scene, 'recall.ignored'))
  const content = words.filter((word) => !ignored.has(word))
  const keywordsOf = (topic: string) =>
    Object.values(scene.people).flatMap(({ topics = {} }) => (topics[topic]?.keywords ?? []).flatMap(stems))
  const mentions = ({ line, topic }: Said) => {
    const known = stems(`${line} ${topic.replaceAll('_', ' ')}`)
    if (content.length > 0 && !content.some((word) => known.includes(word) || keywordsOf(topic).includes(word)))
      return false
    return asked.every(({ name }) => known.includes(stems(name).at(-1)!))
  }
  const said = recallSaid(scene.world, scene.state, { topic: text }).find(mentions)
  if (said) return answerSaid(scene, said)
  const initial = personByInitial(scene, text)
  if (initial !== undefined) return answerPerson(scene, initial)
  const it = scene.state.focus?.it
  const isAboutIt = it !== undefined && wordsOfPhrase(scene, 'recall.it').some((word) => words.includes(word))
  const known = findKnownLine(scene, text, {
    ignored,
    ...(isAboutIt && { about: it }),
  })
  if (known) return answerKnown(scene, known)
  const present = scene.peopleAt(scene.here).find((id) => names(id))
  if (present !== undefined) return answerPerson(scene, present)
  const deeds = recallDeeds(scene.state).filter(({ thing, person }) => names(thing) || names(person))
  if (deeds.length > 0) for (const deed of deeds.slice(0, 3)) answerDeed(scene, deed)
  else if (!lookAtNamed(scene, words)) askPresent(scene, text)
}

// "Which tool is missing?": what is described here under that name.
function lookAtNamed(scene: LiveScene, words: readonly string[]): boolean {
  const nouns = hasLight(scene) ? Object.keys(scene.places[scene.here]?.scenery ?? {}) : []
  const noun = nouns.find((each) => isNamedIn([each], words))
  const text = noun === undefined ? undefined : sceneryOf(scene, noun)
  if (text !== undefined) scene.emit(text, 'answer')
  return text !== undefined
}

/** What a question asks for that one who is here may know. */
const asks = ['who', 'where', 'when', 'why', 'number'] as const

// What the player does not know themselves, they ask the one who is here, unless it is about themselves.
function askPresent(scene: LiveScene, text: string): void {
  const person = listenerIn(scene)
  const isOfPlayer = wordsOfPhrase(scene, 'recall.player').some((word) => stems(text).includes(word))
  const isAsked = asks.some((each) => fitsPattern(scene.phrases, `answer.asks.${each}.pattern`, text))
  if (person === undefined || isOfPlayer || !isAsked) return scene.refuse('recall.unanswered')
  scene.redirect({ act: 'ask', person, topic: text })
}

// "A figure on the wall counts the minutes": what is described of the figure, if there is a number in it.
function countedHere(scene: LiveScene, question: string): string | undefined {
  if (!hasLight(scene)) return undefined
  const ignored = wordsOfPhrase(scene, 'recall.ignored')
  const asked = stems(question).filter((word) => !ignored.includes(word))
  const lines = sentencesOf(descriptionIn(scene, scene.here) ?? '').map((line) => stems(line))
  const words = lines.find((line) => asked.length > 0 && asked.every((word) => line.includes(word)))
  if (words === undefined) return undefined
  const things = scopeOf(scene).filter(({ kind }) => kind === 'thing')
  const scenery = Object.keys(scene.places[scene.here]?.scenery ?? {})
  const texts = [
    ...things.flatMap(({ id }) => (isNamedIn(scene.namesOf(id), words) ? [descriptionIn(scene, id)] : [])),
    ...scenery.flatMap((noun) => (isNamedIn([noun], words) ? [sceneryOf(scene, noun)] : [])),
  ]
  return texts.find((text) => text !== undefined && hasNumber(scene, text))
}

function answerSelf(scene: LiveScene): void {
  const description = scene.state.descriptions?.player ?? scene.world.player.description
  if (description === undefined) return scene.say('recall.self', {}, 'answer')
  scene.emit(scene.text('description:player', description), 'answer')
}

// The deeds of the last turn that had any.
function answerLast(scene: LiveScene): void {
  const deeds = recallDeeds(scene.state)
  const last = deeds.filter(({ turn }) => turn === deeds[0]?.turn).toReversed()
  if (last.length === 0) return scene.refuse('recall.nothing')
  for (const deed of last) answerDeed(scene, deed)
}

function answerTaken(scene: LiveScene): void {
  const taken = recallDeeds(scene.state).filter(({ act }) => act === 'take' || act === 'steal')
  if (taken.length === 0) return scene.refuse('recall.untaken')
  for (const deed of taken.slice(0, 5)) answerDeed(scene, deed)
}

function recallThing(scene: LiveScene, thing: string, verb: string | undefined): void {
  if (verb === 'contents' || scene.things[thing]?.container) {
    const taken = recallDeeds(scene.state, { thing }).filter(
      ({ from, act }) => from?.slice(3) === thing && (act === 'take' || act === 'steal'),
    )
    if (taken.length > 0)
      return scene.say(
        'recall.taken',
        { things: taken.map((deed) => deed.thing!), from: thing, turn: String(taken[0]!.turn) },
        'answer',
      )
  }
  whereIs(scene, thing)
  const [last] = recallDeeds(scene.state, { thing })
  if (last) answerDeed(scene, last)
}

function answerSaid(scene: LiveScene, { person, line, turn }: Said): void {
  scene.say('recall.said', { person, line, turn: String(turn) }, 'answer')
}

function answerDeed(scene: LiveScene, deed: Deed): void {
  const slots = { thing: deed.thing, person: deed.person, place: deed.place, turn: String(deed.turn), text: deed.text }
  if (scene.phrases[`deed.${deed.act}`]) scene.say(`deed.${deed.act}`, slots, 'answer')
}

/** What a question may ask of a thing: a property, or who has it. */
const states: ReadonlySet<string> = new Set(['open', 'locked', 'lit', 'holder'])

/** "Is the lamp burning?", "is the door locked?", "who has the key?": what can be seen now, else what is known of the thing. */
function answerState(scene: LiveScene, thing: string, asked: string): void {
  const seen = scopeOf(scene).find(({ id }) => id === thing)
  if (!(thing in scene.things)) return answerAbsent(scene, thing)
  // A light can be seen from afar, and what has changed since the beginning was seen to change.
  const isChanged = asked === 'lit' && scene.is(thing, 'lit') && lastSeenAt(scene, thing) !== undefined
  if (!seen && isChanged) return scene.say('state.lit.yes', { thing }, 'answer')
  if (!seen && asked !== 'holder') scene.refuse('recall.unanswered')
  if (!seen) return whereIs(scene, thing)
  if (asked === 'holder') {
    const { heldBy } = seen
    if (heldBy === undefined) return whereIs(scene, thing)
    return scene.say('state.held', { person: heldBy, thing }, 'answer')
  }
  const { openable, lockable, light } = scene.things[thing]!
  const isAble = { open: openable, locked: lockable, lit: light }[asked] === true || scene.is(thing, asked)
  if (!isAble) return scene.refuse(`state.${asked}.never`, { thing })
  scene.say(`state.${asked}.${scene.is(thing, asked) ? 'yes' : 'no'}`, { thing }, 'answer')
}

// What the world only mentions.
function answerAbsent(scene: LiveScene, thing: string): void {
  const name = scene.naming.plain(thing)
  const line = findKnownLine(scene, name, { ignored: new Set() })
  if (line) return answerKnown(scene, line)
  scene.refuse('recall.unanswered')
}
