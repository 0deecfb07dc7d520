/** A line of a story test that checks the turn before it. */
export interface Expectation {
  /** Line in the file, from 1. */
  line: number
  kind: 'shows' | 'hides' | 'state' | 'choice'
  /** The text, or the JSON Pointer. */
  text: string
  /** For `state`: the value that must be there; `undefined` if there must be none. */
  value?: unknown
}

/** What a player types, and what must follow. */
export interface StoryStep {
  line: number
  /** `undefined` for expectations about the opening. */
  prompt?: string
  expect: Expectation[]
}

/** A story test that cannot be read. */
export interface StorySyntaxError {
  line: number
  message: string
}

/**
 * Parses a story test: `> prompt`, then `+ text that must appear`, `- text that must not appear`, `@ /pointer = JSON value`,
 * `? choice that must be offered`, and before the first prompt `= question: answer` for the player's character. Blank lines and lines that start with `#` are ignored.
 */
export function parseStory(text: string): {
  steps: StoryStep[]
  /** Answers by the ids of the questions of the player template. */
  character: Record<string, string>
  errors: StorySyntaxError[]
} {
  const steps: StoryStep[] = [{ line: 0, expect: [] }]
  const character: Record<string, string> = {}
  const errors: StorySyntaxError[] = []
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index + 1
    const trimmed = raw.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const rest = trimmed.slice(1).trim()
    const current = steps.at(-1)!
    if (trimmed.startsWith('>')) steps.push({ line, prompt: rest, expect: [] })
    else if (trimmed.startsWith('+')) current.expect.push({ line, kind: 'shows', text: rest })
    else if (trimmed.startsWith('-')) current.expect.push({ line, kind: 'hides', text: rest })
    else if (trimmed.startsWith('=')) {
      const [, id, answer] = /^(\w+)\s*:\s*(.+)$/.exec(rest) ?? []
      if (id !== undefined && answer !== undefined && steps.length === 1) character[id] = answer
      else errors.push({ line, message: 'Write "= question: answer" before the first prompt.' })
    } else if (trimmed.startsWith('?')) current.expect.push({ line, kind: 'choice', text: rest })
    else if (trimmed.startsWith('@')) {
      const parsed = parseState(rest)
      if (parsed) current.expect.push({ line, kind: 'state', ...parsed })
      else errors.push({ line, message: 'Write "@ /json/pointer = value", with a JSON value.' })
    } else errors.push({ line, message: 'A line starts with ">", "+", "-", "@", "?", "=" or "#".' })
  }
  return { steps: steps.filter(({ prompt, expect }) => prompt !== undefined || expect.length > 0), character, errors }
}

function parseState(text: string): { text: string; value: unknown } | undefined {
  const [, pointer = '', json = ''] = /^(\/\S*)\s*=\s*(.+)$/.exec(text) ?? []
  if (pointer === '') return undefined
  if (json === 'undefined') return { text: pointer, value: undefined }
  try {
    return { text: pointer, value: JSON.parse(json) as unknown }
  } catch {
    return undefined
  }
}
