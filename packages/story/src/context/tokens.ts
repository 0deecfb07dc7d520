/** An upper estimate of a text's tokens: UTF-8 bytes divided by 3. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3)
}

/** Shortens a text to a number of tokens, at a word boundary if possible, and marks the cut with `…`. */
export function clip(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  if (tokens < 1) return ''
  const bytes = Buffer.from(text).subarray(0, Math.max(0, tokens * 3 - 3))
  const cut = new TextDecoder().decode(bytes).replace(/\uFFFD+$/, '')
  const space = cut.lastIndexOf(' ')
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`
}

/** The first lines that fit into a number of tokens. A last line counts the lines that were left out. */
export function fitLines(lines: readonly string[], tokens: number, what: string): string[] {
  const kept: string[] = []
  const note = (left: number) => `(and ${left} more ${what})`
  let left = tokens - estimateTokens(note(lines.length)) - 1
  for (const line of lines) {
    const cost = estimateTokens(line) + 1
    if (cost > left) break
    left -= cost
    kept.push(line)
  }
  if (kept.length === 0 && lines[0] !== undefined && left > 20) kept.push(clip(lines[0], left - 1))
  return kept.length === lines.length ? kept : [...kept, note(lines.length - kept.length)]
}
