import type { Act } from '../model/act.ts'
import type { LiveScene } from '../scene/live-scene.ts'
import { holds } from '../rules/condition.ts'
import { describePlace } from '../view/describe.ts'

/** Goes in a direction, through a door, or to a place next door that was named. */
export function go(scene: LiveScene, act: Act): void {
  const { here } = scene
  const exits = scene.exitsOf(here)
  const wanted = act.to ?? act.thing
  if (wanted === undefined) scene.refuse('go.where', { exits: exitNames(scene) })
  if (wanted === here) scene.refuse('go.here', { place: here })
  const direction = findExit(scene, wanted)
  if (direction === undefined) {
    if (wanted in scene.places) return goFar(scene, wanted)
    scene.refuse(Object.keys(exits).length > 0 ? 'go.not' : 'go.nowhere', {
      direction: wanted,
      exits: exitNames(scene),
    })
  }
  step(scene, direction)
  describePlace(scene, { full: false })
}

function findExit(scene: LiveScene, wanted: string): string | undefined {
  const exits = Object.entries(scene.exitsOf(scene.here))
  const [direction] =
    exits.find(([name]) => name === wanted) ?? exits.find(([, { to, door }]) => to === wanted || door === wanted) ?? []
  return direction
}

function step(scene: LiveScene, direction: string): void {
  const written = scene.places[scene.here]?.exits?.[direction]
  const { to, door } = scene.exitsOf(scene.here)[direction]!
  const exit = typeof written === 'object' ? written : undefined
  if (exit?.when !== undefined && !holds(scene, exit.when))
    refuseExit(scene, exit.blocked, `blocked:${scene.here}:${direction}`, direction)
  if (door !== undefined && !scene.isOpen(door)) {
    const openable = scene.things[door]?.openable === true && !scene.is(door, 'locked') && exit?.blocked === undefined
    if (!openable) refuseExit(scene, exit?.blocked, `blocked:${scene.here}:${direction}`, door)
    scene.make(door, 'open')
    scene.say('go.opening', { door })
  }
  scene.move('player', to)
}

function refuseExit(scene: LiveScene, blocked: string | string[] | undefined, key: string, what: string): never {
  if (blocked !== undefined) scene.refuseWith(scene.text(key, blocked))
  scene.refuse(what in scene.things ? 'go.closed' : 'go.blocked', { door: what, direction: what })
}

// To a place that was visited and is some steps away, by the shortest way that is open.
function goFar(scene: LiveScene, target: string): void {
  if (scene.state.visited?.[target] === undefined) scene.refuse('go.unknown', { place: target })
  const way = findWay(scene, target)
  if (!way) scene.refuse('go.noway', { place: target })
  const before = scene.here
  for (const direction of way) step(scene, direction)
  if (scene.here !== before) scene.say('go.far', { place: target })
  describePlace(scene, { full: false })
}

function findWay(scene: LiveScene, target: string): string[] | undefined {
  const queue: { place: string; way: string[] }[] = [{ place: scene.here, way: [] }]
  const seen = new Set([scene.here])
  for (const { place, way } of queue)
    for (const [direction, { to, door }] of Object.entries(scene.exitsOf(place))) {
      if (seen.has(to) || scene.state.visited?.[to] === undefined) continue
      if (door !== undefined && scene.is(door, 'locked')) continue
      if (to === target) return [...way, direction]
      seen.add(to)
      queue.push({ place: to, way: [...way, direction] })
    }
  return undefined
}

function exitNames(scene: LiveScene): string {
  return scene.naming.alternatives(Object.keys(scene.exitsOf(scene.here)))
}
