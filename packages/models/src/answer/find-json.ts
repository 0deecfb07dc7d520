import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { withoutThinking } from './think-filter.ts'

/** Most places at which an object is looked for in one text. */
const maxTries = 100

/** The JSON object in an answer, wherever the model put it: alone, after its reasoning, in a code fence, or within prose. */
export function findJson(answer: string): JsonObject | undefined {
  const text = withoutThinking(answer)
  const fences = Array.from(text.matchAll(/```[\w-]*\s*([\s\S]*?)```/g), ([, inside = '']) => inside)
  for (const candidate of [text, ...fences.toReversed()]) {
    const object = parseObject(candidate)
    if (object) return object
  }
  return scan(text)
}

/** The largest balanced object in a text. */
function scan(text: string): JsonObject | undefined {
  let tries = 0
  for (let at = text.indexOf('{'); at !== -1 && tries < maxTries; at = text.indexOf('{', at + 1)) {
    tries += 1
    const end = endOfObject(text, at)
    const object = end === undefined ? undefined : parseObject(text.slice(at, end))
    if (object) return object
  }
  return undefined
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') depth += 1
    else if (character === '}' && (depth -= 1) === 0) return at + 1
  }
  return undefined
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
