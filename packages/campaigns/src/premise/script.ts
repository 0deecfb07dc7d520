import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'

/** What the parts of a plot are filled with. */
export interface Filling {
  /** The id of a role, without its dollar. */
  idOf: (role: string) => string
  /** Fills a sentence with the names of the story. */
  fill: (sentence: string) => string
  /** Chooses one of several values. */
  pick: <T>(list: readonly T[]) => T
  /** The values of a list of the story. */
  listed: (name: string) => string[]
  /** The kind of setting: `land`, `sea`, `space`, `vessel`, `train` or `house`. */
  setting: string
  /** Whether the premise has something, such as `missing`. */
  has: (part: string) => boolean
}

const role = /^((?:in|on):)?\$(\w+)$/

/**
 * Fills a part of a plot: `$rope` and `in:$chest` are ids, other texts sentences with names. `$by` chooses by the setting, `$if` by
 * what the premise has, `$pick` one of several, and `$list` puts the values of a list into the list around it. Returns `undefined` for what is left out.
 */
export function fillScript(part: JsonValue, filling: Filling): JsonValue | undefined {
  if (typeof part === 'string') return fillText(part, filling)
  if (Array.isArray(part))
    return part.flatMap((each) => {
      if (isJsonObject(each) && typeof each['$list'] === 'string') return filling.listed(each['$list'])
      const value = fillScript(each, filling)
      return value === undefined ? [] : [value]
    })
  if (!isJsonObject(part)) return part
  if (isJsonObject(part['$by'])) {
    const by = part['$by']
    // What is not written for trains is as in a house.
    return fillScript(by[filling.setting] ?? by['else'] ?? by['house'] ?? null, filling)
  }
  if (typeof part['$if'] === 'string') {
    const chosen = part[filling.has(part['$if']) ? 'then' : 'else']
    return chosen === undefined ? undefined : fillScript(chosen, filling)
  }
  if (Array.isArray(part['$pick'])) return fillScript(filling.pick(part['$pick']), filling)
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, each]) => {
      const value = fillScript(each, filling)
      return value === undefined ? [] : [[fillText(key, filling), value]]
    }),
  )
}

function fillText(text: string, { idOf, fill }: Filling): string {
  const found = role.exec(text)
  return found ? `${found[1] ?? ''}${idOf(found[2]!)}` : fill(text)
}

/** Lays one object over another, deeply; lists and other values replace each other. */
export function overlay(below: JsonObject, above: JsonObject): JsonObject {
  const merged = { ...below }
  for (const [key, value] of Object.entries(above)) {
    const own = merged[key]
    merged[key] = isJsonObject(own) && isJsonObject(value) ? overlay(own, value) : value
  }
  return merged
}
