import type { Act, Roll } from '../model/act.ts'
import type { Topic } from '../model/types.ts'
import { deedOnMind, judge } from '../people/deeds.ts'
import { findTopic, openTopics, stems } from '../people/topics.ts'
import { holds } from '../rules/condition.ts'
import { apply } from '../rules/effects.ts'
import type { LiveScene } from '../scene/live-scene.ts'
import { requireHeld, requireLiving } from './roles.ts'

type Perform = (scene: LiveScene, act: Act, roll?: Roll) => void

/** Acts with people. */
export const talking: Record<string, Perform> = {
  talk(scene, act) {
    const person = requireLiving(scene, act.person ?? act.thing)
    greet(scene, person)
    const open = openTopics(scene, person).filter(({ id }) => scene.state.talked?.[person]?.[id] === undefined)
    if (open.length > 0)
      scene.say('talk.topics', {
        person,
        topics: scene.naming.alternatives(open.slice(0, 3).map(({ id }) => topicName(id))),
      })
  },
  ask(scene, act, roll) {
    const person = requireLiving(scene, act.person)
    if (act.topic === undefined) return greet(scene, person)
    answer(scene, person, act.topic, roll)
  },
  tell(scene, act) {
    const person = requireLiving(scene, act.person)
    const fact = act.topic === undefined ? undefined : knownFact(scene, act.topic)
    if (fact !== undefined && scene.state.knows?.[person]?.[fact] === undefined) {
      scene.learn(person, fact, 'player')
      return scene.say('tell.fact', { person }, 'speech')
    }
    if (act.topic !== undefined && findTopic(scene, person, act.topic)) return answer(scene, person, act.topic)
    scene.say('tell.heard', { person }, 'speech')
  },
  say(scene, act) {
    const present = scene.peopleAt(scene.here)
    const person = act.person === undefined ? present[0] : requireLiving(scene, act.person)
    if (person === undefined) return scene.say('say.nobody', { text: act.text ?? '' })
    if (act.text !== undefined && findTopic(scene, person, act.text)) return answer(scene, person, act.text)
    if (scene.state.happened?.[`met:${person}`] === undefined) return greet(scene, person)
    scene.say('say.heard', { person }, 'speech')
  },
  give(scene, act) {
    const person = requireLiving(scene, act.person)
    const thing = requireHeld(scene, act.thing ?? act.things?.[0])
    const want = scene.people[person]?.wants?.find((each) => each.thing === thing && holds(scene, each.when))
    if (!want && scene.things[thing]?.owner !== person) scene.refuse('give.unwanted', { thing, person })
    scene.make(thing, 'worn', false)
    scene.move(thing, person)
    scene.say('give.done', { thing, person })
    scene.recordDeed({ act: 'give', by: 'player', thing, person, important: true })
    judge(scene, 'give', person)
    if (!want) return scene.say('give.back', { thing, person }, 'speech')
    scene.speak(person, scene.text(`want:${person}:${thing}`, want.thanks))
    apply(scene, want.then, `want:${person}:${thing}`)
  },
  show(scene, act) {
    const person = requireLiving(scene, act.person)
    const thing = requireHeld(scene, act.thing ?? act.things?.[0])
    const name = scene.things[thing]?.name ?? ''
    if (findTopic(scene, person, `${thing} ${name}`)) return answer(scene, person, `${thing} ${name}`)
    if (scene.people[person]?.wants?.some((want) => want.thing === thing))
      return scene.say('show.wanted', { thing, person }, 'speech')
    scene.say('show.nothing', { thing, person })
  },
}

/** What has to be rolled to be told something by a person who does not trust the player. */
export function needsPersuasion(scene: LiveScene | Parameters<typeof findTopic>[0], act: Act): boolean {
  if (act.act !== 'ask' || act.person === undefined || act.topic === undefined) return false
  const found = findTopic(scene, act.person, act.topic)
  const { trust } = found?.topic ?? {}
  const feeling = scene.feelingOf(act.person)
  return (
    found !== undefined &&
    trust !== undefined &&
    feeling < trust &&
    feeling >= trust - 30 &&
    scene.state.talked?.[act.person]?.[found.id] === undefined
  )
}

function greet(scene: LiveScene, person: string): void {
  const { greeting } = scene.people[person]!
  const first = scene.state.happened?.[`met:${person}`] === undefined
  scene.happen(`met:${person}`)
  const deed = deedOnMind(scene, person)
  if (deed && deed.act !== 'give' && scene.state.happened?.[`minded:${person}:${deed.id}`] === undefined) {
    scene.happen(`minded:${person}:${deed.id}`)
    const own = deed.person === person
    const key = deed.act === 'steal' ? 'mind.steal' : deed.act === 'kill' ? 'mind.kill' : 'mind.attack'
    return scene.say(`${key}.${own ? 'own' : 'other'}`, { person, thing: deed.thing, victim: deed.person }, 'speech')
  }
  if (greeting !== undefined && (first || Array.isArray(greeting)))
    return scene.speak(person, scene.text(`greeting:${person}`, greeting))
  scene.say(first ? 'greet.first' : scene.feelingOf(person) <= -30 ? 'greet.cold' : 'greet.again', { person }, 'speech')
}

function answer(scene: LiveScene, person: string, words: string, roll?: Roll): void {
  scene.happen(`met:${person}`)
  const found = findTopic(scene, person, words)
  if (!found) return answerUnknown(scene, person, words)
  const { id, topic } = found
  if (
    topic.trust !== undefined &&
    scene.feelingOf(person) < topic.trust &&
    roll?.outcome !== 'success' &&
    !isTold(scene, person, id)
  ) {
    if (roll?.outcome !== 'partial') return refuseAnswer(scene, person, id, topic)
    scene.feel(person, -5)
  }
  const lies =
    topic.lie !== undefined &&
    (topic.lieWhen === undefined ? hasManner(scene, person, 'liar') : holds(scene, topic.lieWhen))
  const key = `topic:${person}:${id}${lies ? ':lie' : ''}`
  const texts = lies ? topic.lie! : topic.answer
  const again =
    isTold(scene, person, id) && (typeof texts === 'string' || (scene.state.used?.[key] ?? 0) >= texts.length)
  const line = scene.text(key, texts)
  if (again) scene.say('answer.again', { person }, 'speech')
  scene.speak(person, line)
  ;((scene.state.talked ??= {})[person] ??= {})[id] = { turn: scene.seq, ...(lies && { lie: true }) }
  if (topic.fact !== undefined && !lies) scene.learn('player', topic.fact, person)
  if (!again) apply(scene, topic.then, key)
}

function answerUnknown(scene: LiveScene, person: string, words: string): void {
  const fact = knownFact(scene, words, person)
  if (fact !== undefined) {
    scene.learn('player', fact, person)
    return scene.speak(person, scene.world.facts?.[fact]?.text ?? '')
  }
  const { unknown } = scene.people[person]!
  if (unknown !== undefined) return scene.speak(person, scene.next(`unknown:${person}`, [unknown].flat(), true))
  scene.say('answer.unknown', { person }, 'speech')
}

function refuseAnswer(scene: LiveScene, person: string, id: string, { refusal }: Topic): void {
  if (refusal !== undefined) scene.speak(person, scene.text(`refusal:${person}:${id}`, refusal))
  else scene.say('answer.refused', { person }, 'speech')
}

function isTold(scene: LiveScene, person: string, topic: string): boolean {
  return scene.state.talked?.[person]?.[topic] !== undefined
}

function hasManner(scene: LiveScene, person: string, manner: string): boolean {
  return scene.people[person]?.manner?.includes(manner) === true
}

/** A fact that the words are about, and that somebody knows; the player unless named. */
function knownFact(scene: LiveScene, words: string, who = 'player'): string | undefined {
  const asked = stems(words)
  const known = new Set([...Object.keys(scene.state.knows?.[who] ?? {}), ...(scene.people[who]?.knows ?? [])])
  return Object.entries(scene.world.facts ?? {}).find(
    ([id, fact]) =>
      known.has(id) &&
      (asked.includes(id) ||
        (fact.about ?? []).some((about) => asked.includes(about.toLowerCase())) ||
        stems(id.replaceAll('_', ' ')).every((word) => asked.includes(word))),
  )?.[0]
}

export function topicName(id: string): string {
  return id.replaceAll('_', ' ')
}
