import { isDeepStrictEqual } from '../json.ts'
import type { Condition } from '../model/types.ts'
import type { Scene } from '../scene/scene.ts'

/** Whether a condition holds. An absent one does. */
export function holds(scene: Scene, condition: Condition | undefined): boolean {
  if (condition === undefined) return true
  if (Array.isArray(condition)) return condition.every((each) => holds(scene, each))
  if ('all' in condition) return condition.all.every((each) => holds(scene, each))
  if ('any' in condition) return condition.any.some((each) => holds(scene, each))
  if ('not' in condition) return !holds(scene, condition.not)
  if ('at' in condition) return isAt(scene, ...condition.at)
  if ('is' in condition) return scene.is(...condition.is)
  if ('flag' in condition) return flagHolds(scene, condition)
  if ('visited' in condition)
    return scene.here === condition.visited || scene.state.visited?.[condition.visited] !== undefined
  if ('knows' in condition) return knows(scene, ...condition.knows)
  if ('feeling' in condition) return within(scene.feelingOf(condition.feeling), condition)
  if ('reputation' in condition) return within(scene.standingWith(condition.reputation), condition)
  if ('turns' in condition) return turnsHold(scene, condition)
  if ('happened' in condition) return scene.state.happened?.[condition.happened] !== undefined
  return scene.state.talked?.[condition.talked[0]]?.[condition.talked[1]] !== undefined
}

export function knows(scene: Scene, who: string, fact: string): boolean {
  return scene.state.knows?.[who]?.[fact] !== undefined || scene.people[who]?.knows?.includes(fact) === true
}

function isAt(scene: Scene, id: string, location: string): boolean {
  if (scene.locationOf(id) === location) return true
  if (location in scene.places) return scene.placeOf(id) === location
  if (/^(?:in|on):/.test(location)) return false
  return scene.isWithin(id, location)
}

function flagHolds(scene: Scene, condition: Extract<Condition, { flag: string }>): boolean {
  const value = scene.state.flags?.[condition.flag] ?? scene.world.flags?.[condition.flag]
  if (condition.equals !== undefined) return isDeepStrictEqual(value, condition.equals)
  if (condition.min !== undefined || condition.max !== undefined)
    return within(typeof value === 'number' ? value : 0, condition)
  return value !== undefined && value !== null && value !== false && value !== 0
}

function turnsHold(scene: Scene, { turns, since }: Extract<Condition, { turns: object }>): boolean {
  const now = scene.state.turn ?? 0
  if (since === undefined) return within(now, turns)
  const then = scene.state.happened?.[since]
  return then !== undefined && within(now - then, turns)
}

function within(value: number, { min = -Infinity, max = Infinity }: { min?: number; max?: number }): boolean {
  return value >= min && value <= max
}
