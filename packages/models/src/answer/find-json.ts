import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { objectsIn } from './objects-in.ts'
import { withoutThinking } from './think-filter.ts'

/**
 * The JSON object in an answer, wherever the model put it: alone, after its reasoning, in a code fence, or within prose. If there
 * are several, it returns the longest, because shorter ones are usually examples. Its time is linear.
 */
export function findJson(answer: string): JsonObject | undefined {
  const text = withoutThinking(answer)
  return parse(text) ?? longest(fencedIn(text)) ?? longest(objectsIn(text))
}

/** The contents of code fences, without the language name. */
function fencedIn(text: string): string[] {
  const parts = text.split('```')
  return parts
    .filter((_, index) => index % 2 === 1 && index < parts.length - 1)
    .map((part) => part.replace(/^[\w-]+/, ''))
}

function longest(texts: readonly string[]): JsonObject | undefined {
  const objects = texts.map((text) => parse(text.trim())).filter((object) => object !== undefined)
  const sized = objects.map((object) => ({ object, size: JSON.stringify(object).length }))
  return sized.toSorted((a, b) => b.size - a.size)[0]?.object
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
