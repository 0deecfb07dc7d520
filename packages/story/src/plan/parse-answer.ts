import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { objectsIn } from './objects-in.ts'

/**
 * Finds the JSON object in a model's answer: the whole answer, a code fence, or part of the prose. If there are several, it
 * returns the longest, because shorter ones are usually examples.
 */
export function findJsonObject(answer: string): JsonObject | undefined {
  const text = withoutThoughts(answer)
  const whole = parse(text.trim())
  if (whole) return whole
  return longest(fencedIn(text)) ?? longest(objectsIn(text))
}

function withoutThoughts(text: string): string {
  const kept: string[] = []
  let from = 0
  for (;;) {
    const start = text.indexOf('<think>', from)
    const end = start === -1 ? -1 : text.indexOf('</think>', start)
    if (end === -1) return kept.join('') + text.slice(from)
    kept.push(text.slice(from, start))
    from = end + '</think>'.length
  }
}

/** The contents of code fences, without the language name. */
function fencedIn(text: string): string[] {
  const parts = text.split('```')
  return parts
    .filter((_, index) => index % 2 === 1 && index < parts.length - 1)
    .map((part) => part.replace(/^[\w-]+/, ''))
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function longest(texts: string[]): JsonObject | undefined {
  const objects = texts.map((text) => parse(text.trim())).filter((object) => object !== undefined)
  if (objects.length < 2) return objects[0]
  const sized = objects.map((object) => ({ object, size: JSON.stringify(object).length }))
  return sized.reduce((best, one) => (one.size > best.size ? one : best)).object
}
