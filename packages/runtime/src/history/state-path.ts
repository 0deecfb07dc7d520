import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'

/**
 * Returns the value under a key, which is read as in `Session.why`. The empty key is the whole state. Returns `undefined`
 * if there is no value.
 */
export function findStateValue(state: JsonObject, key: string): JsonValue | undefined {
  return key === '' ? state : valueAt(state, parseKey(key, state))
}

/**
 * Parses a key as a path into the state: a JSON Pointer (`/hall/door`) or names separated by dots (`hall.door`). Names
 * that contain a dot are found, too.
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

/** The value at a path; `undefined` if there is none. */
export function valueAt(state: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let value = state
  for (const name of path) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}
