import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { listForeignIssues } from '@narratoria/protocol/bounded'
import type { TSchema } from 'typebox'

/** What is known about a tool's input before it is complete. */
export interface InputParts {
  /** Fields from triggers or a model. */
  input: JsonObject
  /** The player's words: the value of a property `prompt`. */
  prompt: string
  /** The clause that chose the script: the value of a required property that nothing else fills. */
  topic?: string
}

/**
 * Completes a script's input and validates it against its schema: converts strings to the types that the schema requires,
 * adds defaults and the player's words, and drops invalid fields. Returns `undefined` if a required property stays empty or
 * the schema cannot be compiled.
 */
export function fillInput(schema: JsonObject | undefined, parts: InputParts): JsonObject | undefined {
  if (!schema) return { ...parts.input }
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
  const input = takeFields(schema, properties, parts.input)
  for (const [name, property] of Object.entries(properties)) {
    if (!isJsonObject(property) || Object.hasOwn(input, name)) continue
    const value = fillProperty(name, property, { parts, required: required.includes(name) })
    if (value !== undefined) setOwn(input, name, value)
  }
  return fits(schema, input) ? input : undefined
}

function takeFields(schema: JsonObject, properties: JsonObject, fields: JsonObject): JsonObject {
  const taken: JsonObject = {}
  for (const [name, value] of Object.entries(fields)) {
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
  { parts, required }: { parts: InputParts; required: boolean },
): JsonValue | undefined {
  if (name === 'prompt' && accepts(property, 'string')) return shorten(parts.prompt, property)
  if (property.default !== undefined) return property.default
  if (!required) return undefined
  if (property.const !== undefined) return property.const
  if (Array.isArray(property.enum) && property.enum.length === 1) return property.enum[0]
  if (Array.isArray(property.enum)) return mentioned(property.enum, parts.prompt)
  if (accepts(property, 'string')) return parts.topic === undefined ? undefined : shorten(parts.topic, property)
  if (accepts(property, 'integer') || accepts(property, 'number')) return firstNumber(parts.topic ?? '')
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

// False for a schema that cannot be compiled or checked in time, so that its script is not chosen.
function fits(schema: JsonObject, value: JsonValue, whole?: JsonObject): boolean {
  try {
    const definitions = whole && { $defs: whole.$defs ?? {}, definitions: whole.definitions ?? {} }
    const complete = definitions && '$ref' in schema ? { ...definitions, ...schema } : schema
    return listForeignIssues(complete as TSchema, value).length === 0
  } catch {
    return false
  }
}

// Assignment would not store keys such as `__proto__`.
function setOwn(target: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
}
