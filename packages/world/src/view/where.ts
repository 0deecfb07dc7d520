import type { LiveScene } from '../live/live-scene.ts'
import type { Scene } from '../scene/scene.ts'
import { hasLight, isEnclosed, scopeOf } from '../scene/scope.ts'
import { namesPlace } from '../people/whereabouts.ts'
import { lineNaming, openingNaming } from './known-lines.ts'
import { recallDeeds } from './recall-deeds.ts'
import { answerKnown } from './answer-known.ts'

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
  const place = lastSeenAt(scene, id)
  const isLeft = !sighted && id in scene.things && recallDeeds(scene.state, { thing: id }).length > 0
  if (place !== undefined) return scene.say(isLeft ? 'where.left' : 'where.seen', { thing: id, place }, 'answer')
  const line = lineNaming(scene, scene.namesOf(id), (text) => namesPlace(scene, text, scene.here))
  if (line) return answerKnown(scene, line)
  scene.refuse('where.unknown', { thing: id })
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
