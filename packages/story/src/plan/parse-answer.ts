import { isJsonObject, type JsonObject } from '@narratoria/protocol'

/**
 * Finds the JSON object in a model's answer: the whole answer, in a code fence, or somewhere in prose (P3 §7.1). Of
 * several the longest counts, so that an example in the prose does not win over the answer.
 */
export function findJsonObject(answer: string): JsonObject | undefined {
  const text = answer.replaceAll(/<think>[\s\S]*?<\/think>/g, '')
  const whole = parse(text.trim())
  if (whole) return whole
  const fenced = [...text.matchAll(/```[\w-]*\s*\n?([\s\S]*?)```/g)].flatMap(([, inner]): JsonObject[] => {
    const object = parse(inner!.trim())
    return object ? [object] : []
  })
  if (fenced.length > 0) return longest(fenced)
  return longest(objectsIn(text))
}

/** Every outermost `{…}` of a text that is JSON; braces inside strings do not count. */
function objectsIn(text: string): JsonObject[] {
  const found: JsonObject[] = []
  let start = text.indexOf('{')
  while (start !== -1) {
    const end = endOfObject(text, start)
    const object = end === -1 ? undefined : parse(text.slice(start, end))
    if (object) found.push(object)
    start = text.indexOf('{', object ? end : start + 1)
  }
  return found
}

function endOfObject(text: string, start: number): number {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return at + 1
  }
  return -1
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function longest(objects: JsonObject[]): JsonObject | undefined {
  return objects.sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0]
}
