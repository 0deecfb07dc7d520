import { holds } from '../rules/condition.ts'
import type { Scene } from '../scene/scene.ts'

/**
 * The directions to a place through places that were visited or are known; `undefined` if the player knows no way. With `upToBlock`, the last
 * exit may be one that cannot be used now, if it says so.
 */
export function findWay(
  scene: Scene,
  target: string,
  { upToBlock = false }: { upToBlock?: boolean } = {},
): string[] | undefined {
  const queue: { place: string; way: string[] }[] = [{ place: scene.here, way: [] }]
  const seen = new Set([scene.here])
  for (const { place, way } of queue)
    for (const [direction, { to, door, when, blocked }] of Object.entries(scene.exitsOf(place))) {
      // What blocks the end of the way says so when the player stands before it. An exit that does not say so is not known.
      const isBlock = upToBlock && to === target && blocked !== undefined
      if (seen.has(to) || (!holds(scene, when) && !isBlock)) continue
      if (to !== target && !isKnown(scene, to)) continue
      // A locked door at the end of the way says so when the player stands before it.
      if (to !== target && door !== undefined && scene.is(door, 'locked')) continue
      if (to === target) return [...way, direction]
      seen.add(to)
      queue.push({ place: to, way: [...way, direction] })
    }
  return undefined
}

function isKnown(scene: Scene, place: string): boolean {
  const known = scene.places[place]?.known
  if (scene.state.visited?.[place] !== undefined || known === true) return true
  return known !== undefined && holds(scene, known)
}
