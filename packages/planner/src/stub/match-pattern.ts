import { createContext, type Context, Script } from 'node:vm'

/** One place where a trigger's regular expression fits. */
export interface PatternMatch {
  start: number
  end: number
  groups: Record<string, string>
}

/** How long one expression may search one prompt. An expression that backtracks without end fits nothing. */
const timeoutMs = 100
const maxMatches = 8

const search = new Script(`[...text.matchAll(expression)].slice(0, limit)`)
const compiled = new Map<string, RegExp | null>()
let context: Context | undefined

function compile(pattern: string): RegExp | null {
  let expression = compiled.get(pattern)
  if (expression === undefined) {
    try {
      expression = new RegExp(pattern, 'giu')
    } catch {
      expression = null
    }
    if (compiled.size > 10_000) compiled.clear()
    compiled.set(pattern, expression)
  }
  return expression
}

/**
 * Finds a trigger's regular expression (flags `iu`) in a text. An expression that does not compile, or that takes longer
 * than 100 ms, fits nothing: a skill's mistake must not hold up a turn.
 */
export function matchPattern(pattern: string, text: string): PatternMatch[] {
  const expression = compile(pattern)
  if (!expression) return []
  context ??= createContext({})
  Object.assign(context, { text, expression, limit: maxMatches })
  let found: RegExpExecArray[]
  try {
    found = search.runInContext(context, { timeout: timeoutMs }) as RegExpExecArray[]
  } catch {
    compiled.set(pattern, null)
    return []
  }
  return found
    .filter(([whole]) => whole !== '')
    .map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      groups: Object.fromEntries(
        Object.entries(match.groups ?? {}).flatMap(([name, value]) => {
          const text = value?.trim() ?? ''
          return text === '' ? [] : [[name, text]]
        }),
      ),
    }))
}
