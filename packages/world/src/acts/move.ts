import type { LiveScene } from '../live/live-scene.ts'
import { refuseUnclear } from '../live/refuse-unclear.ts'
import type { Act } from '../model/act.ts'
import { holds } from '../rules/condition.ts'
import { hasLight } from '../scene/scope.ts'
import { describePlace, exitAt, sceneryOf } from '../view/describe.ts'
import { findWay } from '../view/find-way.ts'
import { keyFor } from '../scene/locks.ts'
import { properNames } from '../view/known-lines.ts'
import { sayFarewell } from './greet.ts'
import { refuseAbsent, requirePerson } from './roles.ts'

/** Goes in a direction, through a door, or to a place that was named. */
export function go(scene: LiveScene, act: Act): void {
  const exits = scene.exitsOf(scene.here)
  const wanted = act.to ?? act.thing ?? act.person
  if (wanted === undefined)
    scene.refuse(exitNames(scene) === '' ? 'go.nowhere' : 'go.where', { exits: exitNames(scene) })
  refuseUnclear(scene, wanted)
  // "Bring her to the shuttle", of one who is not here
  if (act.to !== undefined && act.person !== undefined) requirePerson(scene, act.person)
  const target = wanted in scene.people ? placeOfPerson(scene, wanted) : placeMeant(scene, wanted)
  if (target === scene.here) scene.refuse('go.here', { place: target })
  const direction =
    findExit(scene, target) ?? awayFrom(scene, target) ?? (isWord(scene, target) ? exitAt(scene, target) : undefined)
  const scenery = direction === undefined && hasLight(scene) ? sceneryOf(scene, target) : undefined
  if (scenery !== undefined) scene.refuseWith(`${scenery} ${scene.phrase('go.not', { exits: exitNames(scene) })}`)
  if (direction === undefined && target in scene.places) return goFar(scene, target)
  if (direction === undefined)
    scene.refuse(Object.keys(exits).length > 0 ? 'go.not' : 'go.nowhere', {
      direction: target,
      exits: exitNames(scene),
    })
  step(scene, direction)
  describePlace(scene, { full: false })
}

// "Go to Oleg": where the player saw him last.
function placeOfPerson(scene: LiveScene, person: string): string {
  if (scene.locationOf(person) === scene.here) return scene.here
  const { place, way } = scene.state.sighted?.[person] ?? {}
  if (place === undefined) refuseAbsent(scene, properNames(scene, person))
  // They were seen to go on from there.
  const next = way === undefined ? undefined : scene.exitsOf(place)[way]?.to
  if (place !== scene.here && next !== undefined && next !== scene.here && findWay(scene, next)) return next
  if (place !== scene.here) return place
  // They were seen to leave this place.
  if (way === undefined || findExit(scene, way) === undefined) scene.refuse('person.absent', { person })
  return way
}

/**
 * "Leave", "escape" and "sneak past the guard", where no exit is called so: the only way that there is, or for "out" the one by which the
 * player came, for "past" the one that is kept from them. Of several the player chooses.
 */
function awayFrom(scene: LiveScene, target: string): string | undefined {
  if (target !== 'out' && target !== 'past') return undefined
  const exits = Object.entries(scene.exitsOf(scene.here))
  const back = exits.find(([, { to }]) => to === scene.state.came)?.[0]
  if (target === 'out' && back !== undefined) return back
  const kept = exits.find(([, { when }]) => when !== undefined && !holds(scene, when))?.[0]
  if (target === 'past' && kept !== undefined) return kept
  const ways = target === 'past' && exits.length > 1 ? exits.filter(([way]) => way !== back) : exits
  const [only, ...others] = ways
  if (others.length > 0) scene.refuse('go.which', { exits: exitNames(scene) })
  return only?.[0]
}

// Neither a direction nor the id of something.
function isWord(scene: LiveScene, target: string): boolean {
  return !scene.isId(target) && scene.phrases['way.directions']?.includes(target) !== true
}

/** "Back" is the place that the player came from, unless an exit has that name. */
function placeMeant(scene: LiveScene, wanted: string): string {
  const { came } = scene.state
  return wanted === 'back' && came !== undefined && findExit(scene, wanted) === undefined ? came : wanted
}

function findExit(scene: LiveScene, wanted: string): string | undefined {
  const exits = Object.entries(scene.exitsOf(scene.here))
  const [direction] =
    exits.find(([name]) => name === wanted) ?? exits.find(([, { to, door }]) => to === wanted || door === wanted) ?? []
  return direction
}

function step(scene: LiveScene, direction: string): void {
  const exit = scene.exitsOf(scene.here)[direction]!
  if (exit.when !== undefined && !holds(scene, exit.when)) refuseExit(scene, exit, direction)
  if (exit.door !== undefined && !scene.isOpen(exit.door)) openDoor(scene, exit, direction)
  sayFarewell(scene)
  scene.state.came = scene.here
  scene.move('player', exit.to)
}

// A door is opened on the way if nothing but a missing key keeps it closed.
function openDoor(scene: LiveScene, exit: ReturnType<LiveScene['exitsOf']>[string], direction: string): void {
  const door = exit.door!
  const { openable } = scene.things[door] ?? {}
  const isLocked = scene.is(door, 'locked') && keyFor(scene, door) === undefined
  if (openable !== true || isLocked) refuseExit(scene, exit, direction)
  scene.imply({ act: 'open', thing: door })
}

function refuseExit(
  scene: LiveScene,
  { blocked, door }: { blocked?: string | string[]; door?: string },
  direction: string,
): never {
  if (blocked !== undefined) scene.refuseWith(scene.text(`blocked:${scene.here}:${direction}`, blocked))
  const isClosed = door !== undefined && !scene.isOpen(door)
  if (!isClosed) scene.refuse('go.blocked', { direction })
  scene.refuse(scene.is(door, 'locked') ? 'go.locked' : 'go.closed', { door })
}

// To a place some steps away, by the shortest open way through places that were visited.
function goFar(scene: LiveScene, target: string): void {
  const way = findWay(scene, target)
  if (way) return walkTo(scene, way, target)
  const [last, ...before] = findWay(scene, target, { upToBlock: true })?.toReversed() ?? []
  if (last === undefined)
    scene.refuse(scene.state.visited?.[target] === undefined ? 'go.unknown' : 'go.noway', { place: target })
  if (before.length === 0) return step(scene, last)
  const end = before.reduceRight((place, direction) => scene.exitsOf(place)[direction]!.to, scene.here)
  walkTo(scene, before.toReversed(), end)
  const { blocked } = scene.exitsOf(end)[last]!
  scene.emit(scene.text(`blocked:${end}:${last}`, blocked ?? ''))
}

function walkTo(scene: LiveScene, way: readonly string[], target: string): void {
  for (const direction of way) step(scene, direction)
  // On a place that was seen before, the next sentence says as much.
  if (!scene.hasHappened(`seen:${target}`)) scene.say('go.far', { place: target })
  describePlace(scene, { full: false })
}

function exitNames(scene: LiveScene): string {
  return scene.naming.alternatives(Object.keys(scene.exitsOf(scene.here)).map((each) => scene.naming.way(each)))
}
