import { isJsonObject, type JsonObject, type JsonValue, matches } from '@narratoria/protocol'
import type { TSchema } from 'typebox'

/** What is known about an invocation before its input is complete. */
export interface Wishes {
  /** Fields from triggers or from a model. */
  input: JsonObject
  /** The player's words, for a property `prompt`. */
  prompt: string
  /** What the player's words are about, for a required text that nothing else fills. */
  topic?: string
}

/**
 * Completes and checks a script's input: texts become numbers and booleans where the schema asks for them, defaults
 * and the player's words are filled in, fields that break the schema are dropped. Answers `undefined` when a required
 * input cannot be filled, or the schema cannot be used.
 */
export function fillInput(schema: JsonObject | undefined, wishes: Wishes): JsonObject | undefined {
  if (!schema) return { ...wishes.input }
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
  const input = takeWishes(schema, properties, wishes.input)
  for (const [name, property] of Object.entries(properties)) {
    if (!isJsonObject(property) || Object.hasOwn(input, name)) continue
    const value = fillProperty(name, property, { wishes, required: required.includes(name) })
    if (value !== undefined) setOwn(input, name, value)
  }
  return fits(schema, input) ? input : undefined
}

function takeWishes(schema: JsonObject, properties: JsonObject, wished: JsonObject): JsonObject {
  const taken: JsonObject = {}
  for (const [name, value] of Object.entries(wished)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property === undefined) {
      if (schema.additionalProperties !== false) setOwn(taken, name, value)
      continue
    }
    const typed = isJsonObject(property) ? coerce(value, property) : value
    if (!isJsonObject(property) || fits(property, typed, schema)) setOwn(taken, name, typed)
  }
  return taken
}

function fillProperty(
  name: string,
  property: JsonObject,
  { wishes, required }: { wishes: Wishes; required: boolean },
): JsonValue | undefined {
  if (name === 'prompt' && accepts(property, 'string')) return shorten(wishes.prompt, property)
  if (property.default !== undefined) return property.default
  if (!required) return undefined
  if (property.const !== undefined) return property.const
  if (Array.isArray(property.enum) && property.enum.length === 1) return property.enum[0]
  if (Array.isArray(property.enum)) return mentioned(property.enum, wishes.prompt)
  if (accepts(property, 'string')) return wishes.topic === undefined ? undefined : shorten(wishes.topic, property)
  if (accepts(property, 'integer') || accepts(property, 'number')) return firstNumber(wishes.topic ?? '')
  return undefined
}

function coerce(value: JsonValue, property: JsonObject): JsonValue {
  if (typeof value !== 'string' || accepts(property, 'string')) return value
  if (accepts(property, 'integer') || accepts(property, 'number')) return firstNumber(value) ?? value
  if (accepts(property, 'boolean')) return /^(?:true|yes|on)$/i.test(value) || !/^(?:false|no|off)$/i.test(value)
  if (accepts(property, 'array')) return [value]
  return value
}

function accepts(property: JsonObject, type: string): boolean {
  return property.type === type || (Array.isArray(property.type) && property.type.includes(type))
}

const numerals = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

function firstNumber(text: string): number | undefined {
  const digits = /[-+]?\d+(?:\.\d+)?/.exec(text)
  if (digits) return Number(digits[0])
  const word = text
    .toLowerCase()
    .match(/\p{L}+/gu)
    ?.find((candidate) => numerals.includes(candidate))
  return word === undefined ? undefined : numerals.indexOf(word)
}

function mentioned(options: JsonValue[], prompt: string): JsonValue | undefined {
  const text = prompt.toLowerCase()
  return options.find((option) => typeof option === 'string' && option !== '' && text.includes(option.toLowerCase()))
}

function shorten(text: string, { maxLength }: JsonObject): string {
  return typeof maxLength === 'number' && text.length > maxLength ? text.slice(0, maxLength).toWellFormed() : text
}

// A schema that cannot be compiled is its skill's mistake: the script is then not chosen.
function fits(schema: JsonObject, value: JsonValue, whole?: JsonObject): boolean {
  try {
    const definitions = whole && { $defs: whole.$defs ?? {}, definitions: whole.definitions ?? {} }
    return matches((definitions && '$ref' in schema ? { ...definitions, ...schema } : schema) as TSchema, value)
  } catch {
    return false
  }
}

// Keys such as `__proto__` are plain data.
function setOwn(target: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
}
