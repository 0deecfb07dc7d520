import type { LiveScene } from '../live/live-scene.ts'
import type { Text } from '../model/types.ts'
import { deedOnMind } from '../people/deeds.ts'
import { cold } from '../people/manner.ts'
import { variantOf } from '../view/describe.ts'

/** A person turns to the player: with what they have on their mind, their own greeting, or a plain one. */
export function greet(scene: LiveScene, person: string): void {
  const greeting = variantOf(scene, person, 'greeting')
  const isFirst = !scene.hasHappened(`met:${person}`)
  scene.happen(`met:${person}`)
  if (mentionDeed(scene, person)) return
  const isCold = scene.feelingOf(person) <= cold
  if (greeting !== undefined && !isCold && (isFirst || isNew(scene, greeting) || hasMore(scene, greeting))) {
    scene.happen(greeting.key)
    return scene.speak(person, scene.text(greeting.key, greeting.text))
  }
  scene.say(isCold ? 'greet.cold' : isFirst ? 'greet.first' : 'greet.again', { person }, 'speech')
}

// A greeting that the state has made possible is said to those who have met the person before, too.
function isNew(scene: LiveScene, { key, isVariant }: { key: string; isVariant: boolean }): boolean {
  return isVariant && !scene.hasHappened(key)
}

function hasMore(scene: LiveScene, { key, text }: { key: string; text: Text }): boolean {
  return Array.isArray(text) && (scene.state.used?.[key] ?? 0) < text.length
}

// Each deed is mentioned once by each person.
function mentionDeed(scene: LiveScene, person: string): boolean {
  const deed = deedOnMind(scene, person)
  if (!deed || scene.hasHappened(`minded:${person}:${deed.id}`)) return false
  // A gift is forgotten by those who have since been hurt.
  if (deed.act === 'give' && scene.feelingOf(person) < 0) return false
  const key = `mind.${deed.act}.${deed.person === person ? 'own' : 'other'}`
  if (!scene.phrases[key]) return false
  scene.happen(`minded:${person}:${deed.id}`)
  scene.say(key, { person, thing: deed.thing, victim: deed.person }, 'speech', person)
  return true
}

/** Those who were just talked to say farewell when the player leaves. */
export function sayFarewell(scene: LiveScene): void {
  for (const person of scene.peopleAt(scene.here)) {
    const met = scene.state.happened?.[`met:${person}`]
    if (met !== undefined && scene.now - met <= 2) speakFarewell(scene, person)
  }
}

/** A person says the farewell that was written for them, once. Returns whether they did. */
export function speakFarewell(scene: LiveScene, person: string): boolean {
  const { farewell } = scene.people[person]!
  if (farewell === undefined || scene.hasHappened(`farewell:${person}`) || scene.feelingOf(person) <= cold) return false
  scene.happen(`farewell:${person}`)
  scene.speak(person, scene.text(`farewell:${person}`, farewell))
  return true
}
