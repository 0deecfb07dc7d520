/**
 * The text of every outermost `{…}` that is valid JSON. It is a single pass with a stack: at the first invalid token all open
 * objects are abandoned, so the time is linear.
 */
export function objectsIn(text: string): string[] {
  const found: { start: number; end: number }[] = []
  let open: { start: number; expects: Expected }[] = []
  let last = 0
  for (let at = 0; at < text.length || open.length > 0;) {
    if (open.length === 0) {
      at = text.indexOf('{', at)
      if (at === -1) break
      open.push({ start: at, expects: 'firstKey' })
      last = at++
      continue
    }
    const { kind, start, end } = tokenAt(text, at)
    const frame = open.at(-1)!
    const next = kind && after[frame.expects][kind]
    if (next === undefined) {
      // A quotation mark in prose may have looked like the start of a string.
      open = []
      at = last + 1
      continue
    }
    last = start
    at = end
    if (next === 'closed') {
      open.pop()
      if (kind !== '}') continue
      while (found.length > 0 && found.at(-1)!.start > frame.start) found.pop()
      found.push({ start: frame.start, end })
    } else {
      frame.expects = next
      if (kind === '{') open.push({ start, expects: 'firstKey' })
      if (kind === '[') open.push({ start, expects: 'firstItem' })
    }
  }
  return found.map(({ start, end }) => text.slice(start, end))
}

type Kind = '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'scalar'
type Expected = 'firstKey' | 'key' | 'colon' | 'value' | 'more' | 'firstItem' | 'item' | 'moreItems'

const value = (next: Expected) => ({ string: next, scalar: next, '{': next, '[': next })

/** The next state for each state and kind of token. Missing entries are syntax errors. */
const after: Record<Expected, Partial<Record<Kind, Expected | 'closed'>>> = {
  firstKey: { string: 'colon', '}': 'closed' },
  key: { string: 'colon' },
  colon: { ':': 'value' },
  value: value('more'),
  more: { ',': 'key', '}': 'closed' },
  firstItem: { ...value('moreItems'), ']': 'closed' },
  item: value('moreItems'),
  moreItems: { ',': 'item', ']': 'closed' },
}

const space = /[ \t\r\n]*/y
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

function tokenAt(text: string, from: number): { kind: Kind | undefined; start: number; end: number } {
  const start = endOf(space, text, from)!
  const character = text[start] ?? ''
  if (character !== '' && '{}[]:,'.includes(character)) return { kind: character as Kind, start, end: start + 1 }
  const end = character === '"' ? endOfString(text, start) : endOf(scalar, text, start)
  if (end === undefined) return { kind: undefined, start, end: start }
  return { kind: character === '"' ? 'string' : 'scalar', start, end }
}

function endOfString(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length;) {
    if (text[at] === '"') return at + 1
    if (text[at]! < ' ') return undefined
    const next = text[at] === '\\' ? endOf(escape, text, at) : at + 1
    if (next === undefined) return undefined
    at = next
  }
  return undefined
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
