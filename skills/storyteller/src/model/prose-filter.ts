/** Cleans prose while it streams. */
export interface ProseFilter {
  /** Takes a piece as it came; gives what may be shown of it. */
  push(text: string): string
  /** Gives what was held back. */
  end(): string
}

const mostCharacters = 6000

/**
 * Creates a filter that leaves out what models add to prose: thoughts in `<think>` at the start, white space before the first
 * word, control characters, and anything past 6,000 characters.
 */
export function createProseFilter(): ProseFilter {
  let start = ''
  let begun = false
  let length = 0
  const clean = (text: string): string => {
    const kept = text.replace(/(?!\n)\p{Cc}|\p{Cf}/gu, '').slice(0, Math.max(0, mostCharacters - length))
    length += kept.length
    return kept
  }
  const begin = (): string => {
    const thought = /^\s*<think>/.test(start)
    if (thought && !start.includes('</think>')) return ''
    const rest = start.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trimStart()
    if (rest === '' || (!thought && '<think>'.startsWith(rest))) return ''
    begun = true
    return clean(rest)
  }
  return {
    push(text) {
      if (begun) return clean(text)
      start += text
      return begin()
    },
    end() {
      if (begun) return ''
      begun = true
      return /^\s*<think>/.test(start) ? '' : clean(start.trimStart())
    },
  }
}
