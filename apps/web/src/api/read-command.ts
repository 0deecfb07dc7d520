/** What the player types to change the story itself. */
export interface Command {
  name: 'undo' | 'redo' | 'retry' | 'continue'
  /** How many turns. */
  count: number
}

/** Reads `/undo`, `/undo 3`, `/redo`, `/retry`, `/continue`, or `undo` as the only word. Another `/word` is `unknown`. */
export function readCommand(text: string): Command | 'unknown' | undefined {
  const [, name = '', count] = /^\/?(undo|redo|retry|continue)(?:\s+(\d{1,4}))?$/i.exec(text.trim()) ?? []
  if (name !== '' && (text.trim().startsWith('/') || /^undo$/i.test(text.trim())))
    return { name: name.toLowerCase() as Command['name'], count: Math.max(1, Number(count ?? 1)) }
  return /^\/\p{L}+(?:\s|$)/u.test(text.trim()) ? 'unknown' : undefined
}
