import type { Condition } from '../model/types.ts'
import { isDeepStrictEqual } from '../json.ts'
import type { Reach } from './reach.ts'

/** A number that a flag may have, without saying which. */
export const anyNumber = Symbol('any number')

/** Whether a condition can come to hold, by what is known to be reachable so far. */
export function isPossible(reach: Reach, condition: Condition | undefined): boolean {
  if (condition === undefined) return true
  if (Array.isArray(condition)) return condition.every((each) => isPossible(reach, each))
  if ('all' in condition) return condition.all.every((each) => isPossible(reach, each))
  if ('any' in condition) return condition.any.some((each) => isPossible(reach, each))
  if ('not' in condition) return true
  if ('at' in condition) return canBeAt(reach, ...condition.at)
  if ('is' in condition) return reach.properties.has(condition.is.join(':'))
  if ('flag' in condition) return flagIsPossible(reach, condition)
  if ('visited' in condition) return reach.places.has(condition.visited)
  if ('knows' in condition) return reach.known.has(condition.knows.join(':'))
  if ('feeling' in condition) return feelingIsPossible(reach, condition)
  if ('reputation' in condition) {
    const start = reach.world.factions?.[condition.reputation]?.reputation ?? 0
    return isWithin(reach, condition.reputation, { start, ...condition })
  }
  if ('turns' in condition) return condition.since === undefined || reach.happened.has(condition.since)
  if ('happened' in condition) return reach.happened.has(condition.happened)
  return reach.talked.has(condition.talked.join(':'))
}

function canBeAt(reach: Reach, id: string, location: string, depth = 0): boolean {
  if (id === 'player') return reach.places.has(location)
  const locations = reach.at.get(id)
  if (locations?.has(location) === true) return true
  if (depth > 20) return false
  return [...(locations ?? [])].some(
    (each) =>
      !(each in reach.world.places) &&
      each !== 'nowhere' &&
      canBeAt(reach, each.replace(/^(?:in|on):/, ''), location, depth + 1),
  )
}

function flagIsPossible(
  { flags, world }: Reach,
  { flag, equals, min, max }: Extract<Condition, { flag: string }>,
): boolean {
  const values = [world.flags?.[flag], ...(flags.get(flag) ?? [])]
  if (values.includes(anyNumber)) return true
  if (equals !== undefined) return values.some((value) => isDeepStrictEqual(value, equals))
  if (min === undefined && max === undefined) return values.some(Boolean)
  return values
    .map((value) => (typeof value === 'number' ? value : 0))
    .some((value) => value >= (min ?? -Infinity) && value <= (max ?? Infinity))
}

function feelingIsPossible(reach: Reach, condition: Extract<Condition, { feeling: string }>): boolean {
  const { feeling, faction = '' } = reach.world.people[condition.feeling] ?? {}
  const start = feeling ?? reach.world.factions?.[faction]?.reputation ?? 0
  const byFaction = feeling === undefined && isWithin(reach, faction, { start, ...condition })
  return byFaction || isWithin(reach, condition.feeling, { start, ...condition })
}

function isWithin(
  { raised, lowered }: Reach,
  id: string,
  { start, min = -Infinity, max = Infinity }: { start: number; min?: number; max?: number },
): boolean {
  return (start >= min || raised.has(id)) && (start <= max || lowered.has(id))
}
