import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'

/**
 * What a state holds under a key, which is read as in `Session.why`; the whole state under the empty one, `undefined`
 * where there is nothing.
 */
export function findStateValue(state: JsonObject, key: string): JsonValue | undefined {
  return key === '' ? state : valueAt(state, parseKey(key, state))
}

/**
 * Reads a key as a path into the state: a JSON Pointer (`/hall/door`), or names with dots between them (`hall.door`),
 * where a name that itself holds a dot is found too.
 */
export function parseKey(key: string, state: JsonObject): string[] {
  if (key.startsWith('/'))
    return key
      .slice(1)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const names = key.split('.')
  for (let length = names.length; length > 1; length--) {
    const first = names.slice(0, length).join('.')
    if (!Object.hasOwn(state, first)) continue
    if (length === names.length) return [first]
    const inner = state[first]
    if (isJsonObject(inner)) return [first, ...parseKey(names.slice(length).join('.'), inner)]
  }
  return names
}

/** The value at a path; `undefined` where there is none. */
export function valueAt(state: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let value = state
  for (const name of path) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}
