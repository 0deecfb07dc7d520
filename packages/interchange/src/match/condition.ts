import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '@narratoria/protocol'

const comparison = /^(\/\S*)\s*(!=|<=|>=|=|<|>)\s*(.+)$/s

/**
 * Whether a condition on the state of a story holds: `/world/flags/open` (it is there, and neither false, 0, empty nor null),
 * `!/world/flags/open`, or a comparison of a value with JSON or a word: `/world/at/player = hall`, `/world/turn >= 5`.
 * `undefined` if the text is not a condition.
 */
export function conditionHolds(state: JsonObject, condition: string): boolean | undefined {
  const text = condition.trim()
  const [, pointer = '', operator = '', operand = ''] = comparison.exec(text) ?? []
  if (operator !== '') return compare(valueAt(state, pointer), operator, valueOf(operand.trim()))
  const [, negation, path] = /^(!?)\s*(\/\S*)$/.exec(text) ?? []
  if (path === undefined) return undefined
  return isPresent(valueAt(state, path)) !== (negation === '!')
}

function valueAt(state: JsonObject, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = state
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, JsonValue>)[key]
  }
  return value
}

function isPresent(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== ''
}

function compare(value: JsonValue | undefined, operator: string, operand: JsonValue): boolean {
  if (operator === '=') return isDeepStrictEqual(value, operand)
  if (operator === '!=') return !isDeepStrictEqual(value, operand)
  if (typeof value !== 'number' || typeof operand !== 'number') return false
  return { '<': value < operand, '<=': value <= operand, '>': value > operand, '>=': value >= operand }[operator]!
}

function valueOf(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}
