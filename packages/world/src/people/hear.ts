import type { LiveScene } from '../live/live-scene.ts'
import { phraseFor } from './manner.ts'
import { sayOwn } from './replies.ts'
import { isDue, turnRules } from '../rules/rules.ts'
import { isNamedIn, statedFact, stems } from './topics.ts'

/**
 * A person hears a statement, and remembers it. Their reaction depends on what they know of it: that they have heard it before, that it
 * is news to them, that they saw the player take the thing, that it is about themselves, or that it is about another person or a thing.
 *
 * @param isKnown whether the player knows a person
 */
export function hear(scene: LiveScene, person: string, words: string, isKnown: (person: string) => boolean): void {
  const isRepeated = Object.values(scene.state.deeds ?? {}).some(
    (deed) => deed.act === 'tell' && deed.person === person && deed.text === words,
  )
  scene.happen(`met:${person}`)
  scene.recordDeed({ act: 'tell', by: 'player', person, text: words })
  if (isRepeated) return say(scene, person, 'hear.again')
  const fact = statedFact(scene, words)
  if (fact !== undefined && scene.state.knows?.[person]?.[fact] === undefined) {
    const isKnown = scene.people[person]?.knows?.includes(fact) === true
    scene.learn(person, fact, 'player')
    if (sayFact(scene, person, fact) || isAnsweredByRule(scene, person)) return
    if (
      isToListener(scene, words) &&
      scene.namesOf(person).some((name) => about(scene, fact).includes(name.toLowerCase()))
    )
      return say(scene, person, 'hear.own')
    return say(scene, person, isKnown ? 'hear.known' : 'tell.fact')
  }
  const isReplied = fact !== undefined && scene.hasHappened(`replied:${person}:${fact}`)
  if (fact !== undefined && !isReplied && sayFact(scene, person, fact)) return
  const said = stems(words)
  const isNamed = (id: string) => isNamedIn(scene.namesOf(id), said)
  // The answer says their name, which may be a secret of the story.
  const other = Object.keys(scene.people).find((id) => id !== person && isNamed(id) && isKnown(id))
  const thing = Object.keys(scene.things).find(isNamed)
  if (isReplied && !(other !== undefined && sayOwn(scene, person, other))) return say(scene, person, 'hear.again')
  if (isReplied) return
  const isWitness = thing !== undefined && takenBefore(scene, thing, person)
  if (isWitness && other !== undefined) return say(scene, person, 'hear.witness', { thing })
  if (isNamed(person) || isToListener(scene, words))
    return sayOwn(scene, person, 'self') ? undefined : say(scene, person, 'hear.own')
  if (other !== undefined) {
    // A person who is not in the story yet can't be asked.
    const isAway = scene.placeOf(other) === undefined
    // Words that are only a name
    if (isBare(scene, words, other) && sayOwn(scene, person, other)) return
    if (!isAway || !sayOwn(scene, person, 'heard')) say(scene, person, 'hear.other', { about: other })
    if (scene.peopleAt(scene.here).includes(other)) scene.say('hear.present', { about: other }, 'event')
    return
  }
  if (thing !== undefined && scene.state.at?.[thing] !== undefined) return say(scene, person, 'hear.thing', { thing })
  if (!sayOwn(scene, person, 'heard')) say(scene, person, 'hear.nothing')
}

// Whether words only name a person.
function isBare(scene: LiveScene, words: string, person: string): boolean {
  const names = scene.namesOf(person).flatMap(stems)
  return stems(words).every((word) => names.includes(word))
}

// A rule of the campaign lets the person answer at the end of the turn.
function isAnsweredByRule(scene: LiveScene, person: string): boolean {
  return turnRules(scene).some(
    (rule) =>
      isDue(scene, rule) && rule.then?.some((effect) => 'speak' in effect && effect.speak[0] === person) === true,
  )
}

// What a person says to a fact, once: the next time they have heard it.
function sayFact(scene: LiveScene, person: string, fact: string): boolean {
  if (!sayOwn(scene, person, fact)) return false
  scene.happen(`replied:${person}:${fact}`)
  return true
}

function say(scene: LiveScene, person: string, key: string, slots: Record<string, string | undefined> = {}): void {
  scene.say(phraseFor(scene, { person, key }), { person, ...slots }, 'speech', person)
}

/** Whether a person saw the player take a thing that was not theirs. */
function takenBefore(scene: LiveScene, thing: string, person: string): boolean {
  const known = scene.state.knows?.[person] ?? {}
  return Object.entries(scene.state.deeds ?? {}).some(
    ([id, deed]) => deed.act === 'steal' && deed.thing === thing && known[id] !== undefined,
  )
}

function isToListener(scene: LiveScene, words: string): boolean {
  const asked = words.toLowerCase().split(/[^\p{L}']+/u)
  return (scene.phrases['hear.you'] ?? []).some((list) => list.split(' ').some((word) => asked.includes(word)))
}

function about(scene: LiveScene, fact: string): string[] {
  return scene.world.facts?.[fact]?.about?.map((each) => each.toLowerCase()) ?? []
}
