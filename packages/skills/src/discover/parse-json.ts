import type { JsonObject } from '@narratoria/protocol'
import { isNestedDeeper } from '../nesting.ts'

const maxDepth = 100

/** A JSON object, or why the text is none. */
export type ParsedObject = { value: JsonObject } | { reason: string }

/** Parses the text of a JSON file that must hold one object, at most 100 levels deep. */
export function parseObject(text: string): ParsedObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { reason: `is not valid JSON: ${where(text, error)}` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { reason: 'must hold one JSON object' }
  if (isNestedDeeper(value, maxDepth)) return { reason: `is nested more than ${maxDepth} levels deep` }
  return { value: value as JsonObject }
}

// V8 quotes the text around the mistake, which may hold a secret: only the place is told.
function where(text: string, error: unknown): string {
  const position = /position (\d+)/.exec((error as Error).message)?.[1]
  if (position === undefined) return text.trim() === '' ? 'it is empty' : 'it ends too early or has a stray character'
  const before = text.slice(0, Number(position)).split('\n')
  return `look at line ${before.length}, column ${before.at(-1)!.length + 1}`
}
