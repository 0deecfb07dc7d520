import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { InterchangeError, type InterchangeErrorCode } from '../errors.ts'
import { maxJsonBytes } from './limits.ts'

/** The deepest nesting that is read. */
const maxDepth = 100

/**
 * Reads JSON of another author: strict UTF-8, bounded in size and depth.
 *
 * @throws {InterchangeError} `too_large`, `damaged_file`
 */
export function parseJson(source: Uint8Array | string, what: string, maxBytes = maxJsonBytes): JsonValue {
  if (source.length > maxBytes)
    throw new InterchangeError('too_large', `${what} is larger than ${maxBytes / 1024 / 1024} MiB.`)
  const text = typeof source === 'string' ? source : decode(source, what)
  if (isDeeper(text, maxDepth))
    throw new InterchangeError('damaged_file', `${what} is nested deeper than ${maxDepth} levels.`)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as JsonValue
  } catch (cause) {
    throw new InterchangeError('damaged_file', `${what} is not valid JSON.`, { cause })
  }
}

/** Decodes strict UTF-8. @throws {InterchangeError} `damaged_file` */
export function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new InterchangeError('damaged_file', `${what} is not valid UTF-8 text.`, { cause })
  }
}

function isDeeper(text: string, limit: number): boolean {
  let [depth, inString] = [0, false]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      if (++depth > limit) return true
    } else if (character === '}' || character === ']') depth -= 1
  }
  return false
}

/** @throws {InterchangeError} with `code` if the value is not an object */
export function requireObject(value: JsonValue | undefined, what: string, code: InterchangeErrorCode): JsonObject {
  if (!isJsonObject(value)) throw new InterchangeError(code, `${what} is not a JSON object.`)
  return value
}

/** A text of an object; `undefined` if it has none, or something else there. */
export function textIn(object: JsonObject, key: string): string | undefined {
  const value = object[key]
  return typeof value === 'string' ? value : undefined
}

/** A finite number of an object. Numbers in quotes count, as some programs write them. */
export function numberIn(object: JsonObject, key: string): number | undefined {
  const value = object[key]
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** The texts of a list of an object. One text with commas counts as a list. */
export function textsIn(object: JsonObject, key: string): string[] {
  const value = object[key]
  if (typeof value === 'string') return splitKeys(value)
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** The object at a key, or an empty one. */
export function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  return isJsonObject(value) ? value : {}
}

function splitKeys(text: string): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
}
