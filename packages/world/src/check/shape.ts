import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol/light'
import { isDeepStrictEqual } from '../json.ts'
import { pointerTo, type WorldProblem } from './problem.ts'

/** The part of JSON Schema that the schemas of this package use. */
interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  anyOf?: Schema[]
  enum?: JsonValue[]
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean
  items?: Schema | Schema[]
  minItems?: number
  minLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
}

type Report = (pointer: string, message: string) => void

/**
 * Lists every difference between a value and a schema. For a union, the differences are those to the alternative that the
 * value's type and keys fit best, because a list of all alternatives does not help an author.
 */
export function listShapeProblems(schema: object, value: unknown): WorldProblem[] {
  const problems: WorldProblem[] = []
  check(schema as Schema, value as JsonValue, '', {
    report: (pointer, message) => problems.push({ code: 'invalid_shape', pointer, message }),
    definitions: {},
  })
  return problems
}

interface Context {
  report: Report
  definitions: Record<string, Schema>
}

function check(schema: Schema, value: JsonValue, pointer: string, outer: Context): void {
  const context = schema.$defs ? { ...outer, definitions: schema.$defs } : outer
  if (schema.$ref !== undefined) return check(context.definitions[schema.$ref]!, value, pointer, context)
  if (schema.anyOf) return checkUnion(schema.anyOf, value, pointer, context)
  if (schema.enum && !schema.enum.some((each) => isDeepStrictEqual(each, value)))
    return context.report(pointer, `must be one of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}.`)
  if (schema.type !== undefined && !hasType(schema.type, value))
    return context.report(pointer, `must be ${named(schema.type)}, but is ${kindOf(value)}.`)
  if (typeof value === 'string') checkString(schema, value, pointer, context)
  else if (typeof value === 'number') checkNumber(schema, value, pointer, context)
  else if (Array.isArray(value)) checkArray(schema, value, pointer, context)
  else if (isJsonObject(value)) checkObject(schema, value, pointer, context)
}

function checkUnion(alternatives: Schema[], value: JsonValue, pointer: string, context: Context): void {
  const tried = alternatives.map((schema) => {
    const found: [string, string][] = []
    check(schema, value, pointer, { ...context, report: (at, message) => found.push([at, message]) })
    return { schema, found, fit: fitOf(schema, value) }
  })
  if (tried.some(({ found }) => found.length === 0)) return
  const typed = tried.filter(({ schema }) => schema.type === undefined || hasType(schema.type, value))
  const best = tried.toSorted((a, b) => b.fit - a.fit || a.found.length - b.found.length)[0]!
  if (typed.length === 1) for (const [at, message] of typed[0]!.found) context.report(at, message)
  else if (best.fit > 0) for (const [at, message] of best.found) context.report(at, message)
  else context.report(pointer, `must be ${describe(alternatives)}, but ${whatItIs(value)}.`)
}

// 0: the type or no key fits. More: the number of required keys that are present.
function fitOf(schema: Schema, value: JsonValue): number {
  if (schema.type !== undefined && !hasType(schema.type, value)) return 0
  if (schema.type !== 'object' || !isJsonObject(value)) return 1
  const keys = schema.required ?? []
  return keys.filter((key) => key in value).length
}

function checkString({ pattern, minLength = 0 }: Schema, value: string, pointer: string, { report }: Context): void {
  if (value.length < minLength) report(pointer, 'must not be empty.')
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    report(pointer, `${JSON.stringify(value)} must match ${pattern}.`)
}

function checkNumber({ minimum, maximum }: Schema, value: number, pointer: string, { report }: Context): void {
  if (minimum !== undefined && value < minimum) report(pointer, `must be ${minimum} or more.`)
  if (maximum !== undefined && value > maximum) report(pointer, `must be ${maximum} or less.`)
}

function checkArray({ items, minItems = 0 }: Schema, value: JsonValue[], pointer: string, context: Context): void {
  if (Array.isArray(items) && value.length !== items.length)
    return context.report(pointer, `must have ${items.length} entries, but has ${value.length}.`)
  if (value.length < minItems) context.report(pointer, 'must not be empty.')
  for (const [index, entry] of value.entries()) {
    const schema = Array.isArray(items) ? items[index] : items
    if (schema) check(schema, entry, pointerTo(pointer, index), context)
  }
}

function checkObject(schema: Schema, value: JsonObject, pointer: string, context: Context): void {
  const { properties = {}, required = [], patternProperties = {}, additionalProperties } = schema
  for (const key of required) if (!(key in value)) context.report(pointer, `must have ${JSON.stringify(key)}.`)
  const patterns = Object.entries(patternProperties).map(([pattern, each]) => [new RegExp(pattern, 'u'), each] as const)
  for (const [key, entry] of Object.entries(value)) {
    const own = Object.hasOwn(properties, key) ? properties[key] : patterns.find(([pattern]) => pattern.test(key))?.[1]
    const at = pointerTo(pointer, key)
    if (own) check(own, entry, at, context)
    else if (additionalProperties === false)
      context.report(
        at,
        patterns.length > 0
          ? `The id ${JSON.stringify(key)} must match ${Object.keys(patternProperties)[0]}.`
          : `There is no key ${JSON.stringify(key)} here; use ${list(Object.keys(properties))}.`,
      )
  }
}

function hasType(type: string, value: JsonValue): boolean {
  if (type === 'integer') return Number.isInteger(value)
  return kindOf(value).endsWith(type)
}

function kindOf(value: JsonValue | undefined): string {
  if (value === null) return 'null'
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function named(type: string): string {
  return type === 'null' ? type : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`
}

function describe(alternatives: Schema[]): string {
  const keys = alternatives.flatMap(({ required = [] }) => required.slice(0, 1))
  const types = alternatives.filter(({ type }) => type !== 'object').map(({ type = 'value' }) => named(type))
  const parts = [...new Set(types), ...(keys.length > 0 ? [`an object with ${list([...new Set(keys)])}`] : [])]
  return parts.join(' or ')
}

function whatItIs(value: JsonValue): string {
  return isJsonObject(value) && Object.keys(value).length > 0
    ? `has ${Object.keys(value)
        .map((key) => JSON.stringify(key))
        .join(', ')}`
    : `is ${kindOf(value)}`
}

function list(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
