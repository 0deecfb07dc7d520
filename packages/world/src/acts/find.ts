import type { LiveScene } from '../live/live-scene.ts'
import { refuseUnclear } from '../live/refuse-unclear.ts'
import type { Act } from '../model/act.ts'
import { hasLight, scopeOf } from '../scene/scope.ts'
import { sceneryOf } from '../view/describe.ts'
import { findWay } from '../view/find-way.ts'
import { lineHere } from './roles.ts'
import { lastSeenAt, whereIs } from '../view/where.ts'

/** "Go and find Tobit": goes where the player last saw a person or thing, if the way is known, else says what is known. */
export function find(scene: LiveScene, { person, thing, to }: Act): void {
  const wanted = person ?? thing ?? to
  refuseUnclear(scene, wanted)
  if (wanted === undefined) scene.refuse('thing.missing')
  if (wanted in scene.places) return scene.redirect({ act: 'go', to: wanted })
  const scenery = hasLight(scene) ? sceneryOf(scene, wanted) : undefined
  if (scenery !== undefined) return scene.emit(scenery)
  const isHere = scene.isWithin(wanted, 'player') || scopeOf(scene).some(({ id }) => id === wanted)
  const { place: last, way } = scene.state.sighted?.[wanted] ?? {}
  if (!isHere && last === scene.here && way !== undefined && way in scene.exitsOf(scene.here))
    return scene.redirect({ act: 'go', to: way })
  const place = isHere ? undefined : lastSeenAt(scene, wanted)
  // What has no name in the world is looked for, and not found.
  if (!scene.isId(wanted) && !hasLight(scene)) scene.refuse('dark.unseen')
  if (!scene.isId(wanted)) {
    const line = lineHere(scene, wanted)
    return scene.say(line === undefined ? 'find.nothing' : 'find.described', { word: wanted, line })
  }
  const isAway = place !== undefined && place !== scene.here
  if (isAway && findWay(scene, place)) return scene.redirect({ act: 'go', to: place })
  whereIs(scene, wanted)
}
