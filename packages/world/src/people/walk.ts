import type { LiveScene } from '../live/live-scene.ts'
import { sightLeaving } from '../live/sight-leaving.ts'
import { holds } from '../rules/condition.ts'
import { hasLight } from '../scene/scope.ts'
import type { Scene } from '../scene/scene.ts'

/** Moves people who follow the player or walk a route, and says who comes and goes. */
export function walk(scene: LiveScene): void {
  for (const [id, person] of Object.entries(scene.people)) {
    const from = scene.locationOf(id)
    if (scene.is(id, 'dead') || !(from in scene.places)) continue
    const follows = isFollower(scene, id)
    const to = follows ? scene.here : nextOnRoute(scene, id, person)
    if (to === undefined || to === from || !(to in scene.places)) continue
    scene.move(id, to)
    if (scene.is(id, 'hidden')) continue
    if (from === scene.here) sayLeaving(scene, id, { from, to })
    else if (to === scene.here) sayArriving(scene, id, follows)
  }
}

/** Whether a person goes where the player goes. */
export function isFollower(scene: Scene, id: string): boolean {
  const { follows } = scene.people[id] ?? {}
  return follows !== undefined && holds(scene, follows)
}

/** A person who follows the player arrives at once, because the player turns to them before the turn ends. */
export function catchUp(scene: LiveScene, id: string): void {
  const from = scene.locationOf(id)
  if (from === scene.here || !(from in scene.places) || !isFollower(scene, id)) return
  if (scene.is(id, 'dead') || scene.is(id, 'hidden')) return
  scene.move(id, scene.here)
  scene.say('walk.follows', { person: id }, 'event')
}

function nextOnRoute(scene: LiveScene, id: string, { route }: LiveScene['people'][string]): string | undefined {
  if (route === undefined || route.places.length === 0 || !holds(scene, route.when)) return undefined
  // People do not walk away from a conversation.
  if (scene.locationOf(id) === scene.here && scene.state.happened?.[`met:${id}`] === scene.now - 1) return undefined
  return route.places[Math.floor(scene.now / Math.max(route.every, 1)) % route.places.length]
}

function sayArriving(scene: LiveScene, person: string, follows: boolean): void {
  sight(scene, person)
  scene.say(follows ? 'walk.follows' : 'walk.comes', { person }, 'event')
}

/** Records that the player sees the people who are at the same place. */
export function sightPresent(scene: LiveScene): void {
  if (!hasLight(scene)) return
  for (const id of scene.peopleAt(scene.here)) if (!scene.is(id, 'hidden')) sight(scene, id)
}

/** Records that the player sees a person at the place where both are. */
function sight(scene: LiveScene, person: string): void {
  const before = scene.state.sighted?.[person]
  if (before?.place === scene.here && before.way === undefined) return
  ;(scene.state.sighted ??= {})[person] = { place: scene.here, turn: scene.now }
}

function sayLeaving(scene: LiveScene, person: string, ways: { from: string; to: string }): void {
  const way = sightLeaving(scene, person, ways)
  if (way === undefined) return scene.say('walk.leaves', { person }, 'event')
  scene.say('walk.leaves.way', { person, way }, 'event')
}
