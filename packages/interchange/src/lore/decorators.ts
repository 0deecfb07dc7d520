/** The decorators of an entry: lines `@@name value` before its text. */
export interface Decorated {
  content: string
  decorators: Map<string, string>
  /** Names that are not supported. */
  unknown: string[]
}

const supported = new Set([
  'activate',
  'dont_activate',
  'activate_only_after',
  'activate_only_every',
  'keep_activate_after_match',
  'dont_activate_after_match',
  'depth',
  'reverse_depth',
  'role',
  'scan_depth',
  'is_greeting',
  'position',
  'additional_keys',
  'exclude_keys',
  'ignore_on_max_context',
  'disable_ui_prompt',
])

/** Cuts the decorators off a text. A line `@@@name` is the fallback of a decorator above it that is not supported. */
export function readDecorators(text: string): Decorated {
  const decorators = new Map<string, string>()
  const unknown: string[] = []
  const lines = text.split('\n')
  let at = 0
  let isOpen = false
  for (; at < lines.length; at++) {
    const [, marks = '', name = '', value = ''] = /^(@@@?)([a-z_]+)[ \t]*(.*)$/.exec(lines[at]!.trim()) ?? []
    if (marks === '') break
    if (marks === '@@@' && !isOpen) continue
    const isKnown = supported.has(name)
    if (isKnown) decorators.set(name, value.trim())
    else if (marks === '@@') unknown.push(name)
    isOpen = !isKnown
  }
  return { content: lines.slice(at).join('\n').trim(), decorators, unknown }
}
