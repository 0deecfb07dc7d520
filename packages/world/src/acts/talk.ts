import type { JsonObject } from '@narratoria/protocol'
import type { LiveScene } from '../live/live-scene.ts'
import type { Act } from '../model/act.ts'
import { knownFact, findTopic, openTopics, topicName } from '../people/topics.ts'
import { judge } from '../people/deeds.ts'
import { hear } from '../people/hear.ts'
import { isAbout, isSocial, react, socialKind } from '../people/social.ts'
import { holds } from '../rules/condition.ts'
import { apply } from '../rules/effects.ts'
import { lastListener } from '../scene/listener.ts'
import { answer } from './answer.ts'
import { greet, speakFarewell } from './greet.ts'
import { obey } from './obey.ts'
import type { Performer } from './performer.ts'
import { requireHeld, requireLiving } from './roles.ts'

/** Acts with people. */
export const talking: Record<string, Performer> = {
  talk(scene, act) {
    const person = requireLiving(scene, act.person ?? act.thing)
    if (act.topic !== undefined) return scene.redirect({ act: 'ask', person, topic: act.topic })
    greet(scene, person)
    const open = openTopics(scene, person).filter(({ id }) => scene.state.talked?.[person]?.[id] === undefined)
    if (open.length === 0) return
    const listed = open.slice(0, 3)
    for (const { id } of listed) scene.happen(`listed:${person}:${id}`)
    const topics = scene.naming.alternatives(listed.map(({ id }) => topicName(id)))
    scene.say('talk.topics', { person, topics })
  },
  ask(scene, act, roll) {
    const person = requireLiving(scene, act.person)
    if (act.topic === undefined) return greet(scene, person)
    answer(scene, { person, words: act.topic, roll })
  },
  tell(scene, act, roll) {
    const person = requireLiving(scene, act.person)
    const words = act.topic ?? act.text
    if (words === undefined) return greet(scene, person)
    converse(scene, { person, words, kind: socialKind(scene, words), roll })
  },
  say(scene, act, roll) {
    const person = act.person === undefined ? spokenTo(scene, act) : requireLiving(scene, act.person)
    if (person === undefined) return scene.say('say.nobody', { text: act.text ?? '' })
    if (act.with !== undefined) requireHeld(scene, act.with)
    if (isSocial(scene, act.topic)) return doSocially(scene, { person, kind: act.topic, words: act.text, roll })
    const words = act.text ?? act.topic
    if (words === undefined || isGreeting(scene, words)) return greet(scene, person)
    const topic = act.order && findTopic(scene, person, words)
    const isNew = topic?.isWeak === false && scene.state.talked?.[person]?.[topic.id] === undefined
    if (act.order && !isNew) return obey(scene, { person, order: act.order, text: words })
    const kind = socialKind(scene, words)
    if (kind === 'request') return doSocially(scene, { person, kind, words, roll })
    if (/\?\s*$/.test(words)) return answer(scene, { person, words, roll })
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

// Who is called by name, or was talked to last, or is alone with the player. Of several others, the player must choose.
function spokenTo(scene: LiveScene, act: Act): string | undefined {
  const present = scene.peopleAt(scene.here)
  const called = present.find((id) => isCalled(scene, id, act.text ?? ''))
  if (called !== undefined) return called
  const [first, ...others] = present
  const last = lastListener(scene)
  const isForAll = act.text !== undefined && (isGreeting(scene, act.text) || socialKind(scene, act.text) === 'farewell')
  if (last !== undefined || first === undefined || others.length === 0 || isForAll) return last ?? first
  const between = [first, ...others]
  scene.pending = { act: { ...act } as unknown as JsonObject, role: 'person', between }
  return scene.refuse('person.which', { people: scene.naming.alternatives(between.map((id) => scene.naming.the(id))) })
}

// "Good evening, Hester. Whose coats are those?", "I don't accept, Haskell."
function isCalled(scene: LiveScene, person: string, text: string): boolean {
  const { name, aliases = [] } = scene.people[person]!
  const names = [name, ...aliases, ...name.split(' ')].map((each) => each.toLowerCase())
  const parts = text.toLowerCase().split(/[,.!?;:“”"]/)
  return parts.some((part) => names.includes(part.trim()))
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
  if (isSocial(scene, kind)) return doSocially(scene, { person, kind, words, roll })
  const topic = findTopic(scene, person, words)
  const isHeard = topic !== undefined && scene.state.talked?.[person]?.[topic.id] !== undefined
  const fact = knownFact(scene, words, 'player')
  const isNews = fact !== undefined && scene.state.knows?.[person]?.[fact] === undefined
  if (topic && !isHeard && !isNews) return answer(scene, { person, words, roll })
  hear(scene, person, words)
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
  if (topic && !topic.isWeak && !isHeard && words !== undefined) return answer(scene, { person, words, roll })
  if (words !== undefined) scene.recordDeed({ act: 'tell', by: 'player', person, text: words })
  const isTold = kind === 'farewell' && speakFarewell(scene, person)
  if (!isTold) react(scene, person, kind)
}

function isGreeting(scene: LiveScene, words: string): boolean {
  return (scene.phrases['say.greetings'] ?? []).includes(
    words
      .toLowerCase()
      .replaceAll(/[^\p{L} ]/gu, '')
      .trim(),
  )
}

function namesOf(scene: LiveScene, thing: string): string {
  return `${thing} ${scene.things[thing]?.name ?? ''}`
}
