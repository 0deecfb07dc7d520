/** What is nested deeper than this is no plan; tools' inputs have the same bound. */
const deepest = 512
/** A plan of more values than this would cost more to check than to make. */
const mostValues = 1_000_000

/**
 * Says why a plan cannot be written as JSON, or `undefined` where it can: a host's planner may answer with any value of
 * JavaScript. Needs no stack, and ends for circular values too.
 */
export function findUnwritable(plan: unknown): string | undefined {
  let level: unknown[] = [plan]
  let count = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return `it is nested more than ${deepest} levels deep, or contains itself`
    const below: unknown[] = []
    for (const value of level) {
      const kind = unwritableKind(value)
      if (kind !== undefined) return `it holds ${kind}`
      if (typeof value !== 'object' || value === null) continue
      for (const inner of Object.values(value)) below.push(inner)
      if ((count += 1) + below.length > mostValues) return `it has more than ${mostValues} values`
    }
    level = below
  }
  return undefined
}

// What is undefined is left out when a plan is written.
function unwritableKind(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return `the number ${value}`
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  const ownText = typeof value === 'object' && value !== null && 'toJSON' in value
  return ownText && typeof value.toJSON === 'function' ? 'an object with its own "toJSON"' : undefined
}
