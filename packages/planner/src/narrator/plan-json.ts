/** Most levels of a plan. Inputs of tools have the same limit. */
const maxLevels = 512
/** Most objects, lists and values of a plan. */
const maxValues = 1_000_000

/**
 * Why a value cannot be written as JSON, or `undefined` if it can: a host's planner may return any JavaScript value.
 * Iterative, so depth needs no stack, and circular values are found by their depth.
 */
export function findUnwritable(plan: unknown): string | undefined {
  let level: unknown[] = [plan]
  let count = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxLevels) return `it is nested more than ${maxLevels} levels deep, or contains itself`
    const below: unknown[] = []
    for (const value of level) {
      const kind = unwritableKind(value)
      if (kind !== undefined) return `it contains ${kind}`
      if (typeof value !== 'object' || value === null) continue
      for (const inner of Object.values(value)) below.push(inner)
      if ((count += 1) + below.length > maxValues) return `it has more than ${maxValues} values`
    }
    level = below
  }
  return undefined
}

// `undefined` is left out by JSON.stringify.
function unwritableKind(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return `the number ${value}`
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  const ownText = typeof value === 'object' && value !== null && 'toJSON' in value
  return ownText && typeof value.toJSON === 'function' ? 'an object with its own "toJSON"' : undefined
}
