/** Filters streamed prose. */
export interface ProseFilter {
  /** Takes a piece and returns the part that can be shown. */
  push(text: string): string
  /** Returns the rest. */
  end(): string
}

const maxCharacters = 6000

/**
 * Creates a filter that removes `<think>` blocks at the start, leading white space, control characters, and everything after 6,000
 * characters.
 */
export function createProseFilter(): ProseFilter {
  let start = ''
  let started = false
  let length = 0
  const clean = (text: string): string => {
    const kept = text.replace(/(?!\n)\p{Cc}|\p{Cf}/gu, '').slice(0, Math.max(0, maxCharacters - length))
    length += kept.length
    return kept
  }
  const begin = (): string => {
    const thought = /^\s*<think>/.test(start)
    if (thought && !start.includes('</think>')) return ''
    const rest = start.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trimStart()
    if (rest === '' || (!thought && '<think>'.startsWith(rest))) return ''
    started = true
    return clean(rest)
  }
  return {
    push(text) {
      if (started) return clean(text)
      start += text
      return begin()
    },
    end() {
      if (started) return ''
      started = true
      return /^\s*<think>/.test(start) ? '' : clean(start.trimStart())
    },
  }
}
