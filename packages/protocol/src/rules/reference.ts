import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'

/** A reference to the return value of an earlier tool: `{"$from": toolId, "pointer": "/path"}`. */
export interface Reference {
  /** The `toolId`. */
  $from: string
  /** A JSON Pointer into the value. Defaults to the whole value. */
  pointer?: string
}

/** Whether a value in a plan's input is a reference. An object with further keys is data. */
export function isReference(value: JsonValue): value is JsonObject & Reference {
  if (!isJsonObject(value) || typeof value.$from !== 'string') return false
  return Object.keys(value).every((key) => key === '$from' || (key === 'pointer' && typeof value.pointer === 'string'))
}

/** Lists the references in a plan's input. */
export function findReferences(input: JsonValue): Reference[] {
  if (typeof input !== 'object' || input === null) return []
  return isReference(input) ? [input] : Object.values(input).flatMap(findReferences)
}

/**
 * Returns the input with each reference replaced by the value of `returned`, or why a reference has no value.
 *
 * @param returned the return value of a tool by `toolId`; `undefined` if it returned nothing
 */
export function resolveReferences(
  input: JsonObject,
  returned: (toolId: string) => JsonValue | undefined,
): { input: JsonObject } | { fault: string } {
  const faults: string[] = []
  const resolve = (value: JsonValue): JsonValue => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(resolve)
    if (!isReference(value))
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, resolve(entry)]))
    const whole = returned(value.$from)
    const found = whole === undefined ? undefined : at(whole, value.pointer ?? '')
    if (whole === undefined) faults.push(`the tool "${value.$from}" returned no value`)
    else if (found === undefined)
      faults.push(`the value of the tool "${value.$from}" has nothing at "${value.pointer}"`)
    return found ?? null
  }
  const resolved = resolve(input) as JsonObject
  return faults[0] === undefined ? { input: resolved } : { fault: faults[0] }
}

/** The value at a JSON Pointer (RFC 6901). */
function at(value: JsonValue, pointer: string): JsonValue | undefined {
  if (pointer === '') return value
  if (!pointer.startsWith('/')) return undefined
  let found: JsonValue | undefined = value
  for (const step of pointer.slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, JsonValue>)[key]
  }
  return found
}
