import type { LiveScene } from '../live/live-scene.ts'
import type { Act } from '../model/act.ts'
import { moodOf, phraseFor } from '../people/manner.ts'
import { isAsleep } from '../people/asleep.ts'
import { fitsPattern } from '../text/patterns.ts'
import { hasLight } from '../scene/scope.ts'
import { numberHere } from '../view/count-here.ts'
import { sceneryOf } from '../view/describe.ts'
import { possibleActs } from '../view/possible-acts.ts'
import { requirePerson, requireThing } from './roles.ts'

/** Kinds of attempts, the first one whose pattern fits counts. The patterns are data. */
const kindsOf = {
  person: ['rouse', 'shake', 'feel', 'touch'],
  thing: ['buy', 'count', 'harm', 'shake', 'handle'],
} as const

/** Possible acts that an answer names, at most. */
const most = 3

/** An act that no rule covers, on a known thing or person: reports its result, or the reason why it is not done. */
export function attempt(scene: LiveScene, act: Act): void {
  if (act.person !== undefined) return withPerson(scene, act, requirePerson(scene, act.person))
  if (act.thing === undefined) return scene.say('attempt.self', { text: act.text ?? '' })
  const isScenery = hasLight(scene) && sceneryOf(scene, act.thing) !== undefined
  withThing(scene, act, isScenery ? act.thing : requireThing(scene, act.thing))
}

function withPerson(scene: LiveScene, { text = '' }: Act, person: string): void {
  if (scene.is(person, 'dead')) scene.refuse('attempt.person.dead', { person })
  const kind = kindsOf.person.find((each) => fitsPattern(scene.phrases, `attempt.person.${each}.pattern`, text))
  const slots = { person, text: scene.fill(text, { person }) }
  if (isAsleep(scene, person)) {
    if (kind === undefined) scene.refuse('attempt.person.asleep', slots)
    return scene.say(`attempt.person.${kind}.asleep`, slots)
  }
  scene.happen(`met:${person}`)
  // The second gesture of a turn gets no second reaction.
  const isAgain = Object.values(scene.state.report?.entries ?? {}).some(
    (each) => each.act === 'attempt' && each.speaker === person,
  )
  if (isAgain && kind !== undefined) return scene.say('attempt.also', slots, 'speech', person)
  const say = (key: string) =>
    scene.say(phraseFor(scene, { person, key, moods: moodOf(scene, person) }), slots, 'speech', person)
  // Only a deed that the person would feel is warned of.
  const other = fitsPattern(scene.phrases, 'attempt.person.seize.pattern', text)
    ? 'attempt.person.seize'
    : 'attempt.person'
  say(kind === undefined ? other : `attempt.person.${kind}`)
}

function withThing(scene: LiveScene, { text = '' }: Act, thing: string): void {
  const isKind = (each: string) => fitsPattern(scene.phrases, `attempt.thing.${each}.pattern`, text)
  const count = isKind('count') ? numberHere(scene, scene.things[thing]?.name ?? thing) : undefined
  const kind = kindsOf.thing.find((each) => isKind(each) && (each !== 'count' || count !== undefined))
  const name = scene.isId(thing) ? scene.naming.the(thing) : `the ${thing}`
  const slots = { thing, name, text: scene.fill(text, { thing }) }
  if (kind === 'harm' || kind === 'buy') scene.refuse(`attempt.thing.${kind}`, slots)
  if (kind === 'count') return scene.say('attempt.thing.count', { ...slots, text: count })
  if (kind !== undefined) return scene.say(`attempt.thing.${kind}`, slots)
  const acts = possibleActs(scene.world, scene.state, { phrases: scene.phrases })
    .filter((each) => each.act.thing === thing)
    .slice(0, most)
    .map((each) => `${each.text.charAt(0).toLowerCase()}${each.text.slice(1)}`)
  // That it can be looked at is not an alternative.
  if (acts.length === 0 || !scene.isId(thing)) scene.refuse('attempt.thing', slots)
  scene.refuse('attempt.thing.possible', { ...slots, acts: scene.naming.alternatives(acts) })
}
