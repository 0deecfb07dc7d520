/** What the player types to change the story itself. */
export interface Command {
  name: 'undo' | 'redo' | 'retry' | 'continue'
  /** How many turns. */
  count: number
}

/** The words of a player who wants the last turn undone, as the whole text. */
const undoWords =
  /^(?:please )?(?:undo(?: (?:that|it|the last turn|last turn))?|take (?:that|it) back|take back the last turn|go back (?:a|one) turn)(?: please)?[.!]?$/i

/** Reads `/undo`, `/undo 3`, `/redo`, `/retry`, `/continue`, or `undo` in plain words. Another `/word` is `unknown`. */
export function readCommand(text: string): Command | 'unknown' | undefined {
  if (undoWords.test(text.trim())) return { name: 'undo', count: 1 }
  const [, name = '', count] = /^\/?(undo|redo|retry|continue)(?:\s+(\d{1,4}))?$/i.exec(text.trim()) ?? []
  if (name !== '' && text.trim().startsWith('/'))
    return { name: name.toLowerCase() as Command['name'], count: Math.max(1, Number(count ?? 1)) }
  return /^\/\p{L}+(?:\s|$)/u.test(text.trim()) ? 'unknown' : undefined
}

/** Whether the whole text asks for another story, such as "begin another story". */
export function isForStories(text: string): boolean {
  return /^(?:(?:begin|start|play) )?(?:another|a new|new) story[.!]?$/i.test(text.trim())
}
