import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'

/** Returns numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A random value that fits a schema within the rules of `strictSchema`, as a server that enforces schemas would write it. */
export function sampleValue(schema: JsonObject, random: () => number): JsonValue {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  if (Array.isArray(schema.anyOf)) return sampleValue(pick(schema.anyOf.filter(isJsonObject)), random)
  if (Array.isArray(schema.enum)) return pick(schema.enum)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).map(([name, property]) => [
          name,
          isJsonObject(property) ? sampleValue(property, random) : null,
        ]),
      )
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () =>
        isJsonObject(schema.items) ? sampleValue(schema.items, random) : null,
      )
    case 'integer':
      return Math.floor(random() * 12) - 2
    case 'number':
      return Math.round(random() * 1_000) / 10
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    default:
      return pick(['lantern', 'the oak door', '', '2d6', 'a "quoted" word\nand a line', 'Łukasz 🗝️', '{}'])
  }
}
