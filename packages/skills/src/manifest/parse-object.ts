import type { JsonObject } from '@narratoria/protocol'

const maxDepth = 100

/** A JSON object, or the reason why the text is not one. */
export type ParsedObject = { value: JsonObject } | { reason: string }

/** Parses a text that must be one JSON object, at most 100 levels deep. */
export function parseObject(text: string): ParsedObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { reason: `is not valid JSON: ${locate(text, error)}` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { reason: 'must hold one JSON object' }
  if (isDeeperThan(value, maxDepth)) return { reason: `is nested more than ${maxDepth} levels deep` }
  return { value: value as JsonObject }
}

// V8's message quotes the text around the error, which may be a secret. Only the position is reported.
function locate(text: string, error: unknown): string {
  const position = /position (\d+)/.exec((error as Error).message)?.[1]
  if (position === undefined)
    return text.trim() === '' ? 'it is empty' : 'it is truncated or has an unexpected character'
  const before = text.slice(0, Number(position)).split('\n')
  return `see line ${before.length}, column ${before.at(-1)!.length + 1}`
}

// Iterative, so that deep nesting cannot overflow the stack.
function isDeeperThan(value: object, levels: number): boolean {
  let level: object[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= levels) return true
    level = level.flatMap((parent) =>
      Object.values(parent).filter((child): child is object => typeof child === 'object' && child !== null),
    )
  }
  return false
}
