/** The word that stands before a position, in lower case; empty if there is none. */
export function wordBefore(text: string, at: number): string {
  return /(\S+)\s+$/.exec(text.slice(0, at))?.[1]?.toLowerCase() ?? ''
}

export function sentenceAround(text: string, { start }: { start: number }): { start: number; end: number } {
  const before = start === 0 ? '' : text.slice(0, start)
  const from = Math.max(...['.', '!', '?', ';', '\n'].map((mark) => before.lastIndexOf(mark))) + 1
  const whole = /^[^.!?;\n]*/.exec(text.slice(from))![0]
  return { start: from + (whole.length - whole.trimStart().length), end: from + whole.trimEnd().length }
}
