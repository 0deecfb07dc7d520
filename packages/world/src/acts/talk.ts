import type { LiveScene } from '../live/live-scene.ts'
import { knownFact, findTopic, openTopics, topicName } from '../people/topics.ts'
import { judge } from '../people/deeds.ts'
import { holds } from '../rules/condition.ts'
import { apply } from '../rules/effects.ts'
import { answer } from './answer.ts'
import { greet } from './greet.ts'
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
    const topics = scene.naming.alternatives(open.slice(0, 3).map(({ id }) => topicName(id)))
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
    const fact = words === undefined ? undefined : knownFact(scene, words, 'player')
    if (fact !== undefined && scene.state.knows?.[person]?.[fact] === undefined) {
      scene.learn(person, fact, 'player')
      return scene.say('tell.fact', { person }, 'speech', person)
    }
    if (words !== undefined && findTopic(scene, person, words)) return answer(scene, { person, words, roll })
    scene.happen(`met:${person}`)
    scene.say('tell.heard', { person }, 'speech')
  },
  say(scene, act, roll) {
    const present = scene.peopleAt(scene.here)
    const person = act.person === undefined ? present[0] : requireLiving(scene, act.person)
    if (person === undefined) return scene.say('say.nobody', { text: act.text ?? '' })
    const words = act.text ?? act.topic
    if (words !== undefined && findTopic(scene, person, words)) return answer(scene, { person, words, roll })
    if (!scene.hasHappened(`met:${person}`)) return greet(scene, person)
    scene.happen(`met:${person}`)
    scene.say('say.heard', { person }, 'speech')
  },
  give(scene, act) {
    const person = requireLiving(scene, act.person)
    const thing = requireHeld(scene, act.thing)
    const want = scene.people[person]?.wants?.find((each) => each.thing === thing && holds(scene, each.when))
    if (!want && scene.things[thing]?.owner !== person) {
      // They look at it and give it back.
      if (findTopic(scene, person, namesOf(scene, thing))) return scene.redirect({ act: 'show', thing, person })
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
    scene.say('show.nothing', { thing, person })
  },
}

function namesOf(scene: LiveScene, thing: string): string {
  return `${thing} ${scene.things[thing]?.name ?? ''}`
}
