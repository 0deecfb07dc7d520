import type { LiveScene } from '../live/live-scene.ts'
import type { Scene } from '../scene/scene.ts'
import { hasLight, isEnclosed, scopeOf } from '../scene/scope.ts'
import { namesPlace } from '../people/whereabouts.ts'
import { lineNaming, openingNaming } from './known-lines.ts'
import { recallDeeds } from './recall-deeds.ts'
import { answerKnown, wasMet } from './answer-known.ts'

/** Says where a thing or person is, as far as the player knows. */
export function whereIs(scene: LiveScene, id: string): void {
  if (!(id in scene.things) && !(id in scene.people)) {
    if (!answerFromOpening(scene, [id])) scene.say('recall.unknown', { word: id }, 'answer')
    return
  }
  if (scene.isWithin(id, 'player')) return scene.say('where.carried', { thing: id }, 'answer')
  if (hasLight(scene) && scopeOf(scene).some((each) => each.id === id))
    return scene.say('where.here', { thing: id }, 'answer')
  const sighted = scene.state.sighted?.[id]
  if (sighted?.way !== undefined) return scene.say('where.went', { person: id, ...sighted, turn: '' }, 'answer')
  if (sighted?.place === scene.here) return scene.say('where.left.here', { person: id }, 'answer')
  const place = lastSeenAt(scene, id)
  const isLeft = !sighted && id in scene.things && recallDeeds(scene.state, { thing: id }).length > 0
  if (place !== undefined) return scene.say(isLeft ? 'where.left' : 'where.seen', { thing: id, place }, 'answer')
  const line = lineNaming(scene, scene.namesOf(id), (text) => namesPlace(scene, text, scene.here))
  if (line) return answerKnown(scene, line)
  scene.refuse('where.unknown', { thing: id })
}

/** Says whether a person is here, and if not, where they are as far as the player knows. */
export function isPresent(scene: LiveScene, person: string): void {
  const isHere = hasLight(scene) && scopeOf(scene).some(({ id }) => id === person)
  const isHeard = scene.voicesAt(scene.here).includes(person)
  if (!isHere && isHeard) return scene.say('person.heard', { person }, 'answer')
  const isLeft = scene.state.sighted?.[person]?.place === scene.here
  const { place, way } = scene.state.sighted?.[person] ?? {}
  const isElsewhere = !isHere && place !== undefined && !isLeft && way === undefined
  if (isElsewhere) return scene.say('person.absent.seen', { person, place }, 'answer')
  if (!isHere && !isLeft && person in scene.people) scene.say('person.absent', { person }, 'answer')
  const text = scene.attempt(() => whereIs(scene, person))
  if (text !== undefined && !(person in scene.people)) scene.refuseWith(text)
}

/** Who lives at the places of the story: those whom the player has met, and where they are. */
export function answerResidents(scene: LiveScene): void {
  const present = scene.peopleAt(scene.here)
  const met = Object.keys(scene.people).filter((id) => wasMet(scene, id) && !scene.is(id, 'dead'))
  if (met.length === 0) scene.refuse('recall.unanswered')
  const here = met.filter((id) => present.includes(id))
  if (here.length > 0) scene.say('place.people', { people: here }, 'answer')
  for (const id of met) if (!here.includes(id)) whereIs(scene, id)
}

/** The place where the player last saw a person or thing; `undefined` if they have not seen it. */
export function lastSeenAt(scene: Scene, id: string): string | undefined {
  const sighted = scene.state.sighted?.[id]
  if (sighted) return sighted.place
  const [last] = id in scene.things ? recallDeeds(scene.state, { thing: id }) : []
  return last?.place ?? (wasSeen(scene, id) ? scene.placeOf(id) : undefined)
}

// What was never met may have been named before the first turn.
function answerFromOpening(scene: LiveScene, names: readonly string[]): boolean {
  const line = openingNaming(scene, names)
  if (line !== undefined) scene.say('recall.opening', { line }, 'answer')
  return line !== undefined
}

// What was never moved is still where the player saw it.
function wasSeen(scene: Scene, id: string): boolean {
  const place = scene.placeOf(id)
  const hasMoved = scene.state.at?.[id] !== undefined
  if (place === undefined || hasMoved || scene.is(id, 'hidden') || isEnclosed(scene, id)) return false
  return scene.state.happened?.[`seen:${place}`] !== undefined
}
