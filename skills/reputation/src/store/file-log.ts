import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { ChangeLog, ChangeRow } from './change-log.ts'

/**
 * Opens the changes of a session in a text file: one line of JSON for all changes of one invocation, so that a line that was
 * cut off by a killed process is a whole transaction that never was. Writers only append.
 *
 * @throws {SyntaxError} on reading a file that somebody broke before its last line
 */
export function openFileLog(path: string): ChangeLog {
  const read = () => readLines(path)
  return {
    add(rows) {
      const known = new Set(read().map(({ key }) => key))
      const fresh = rows.filter(({ key }) => !known.has(key))
      // A line feed first, should the last writer have been killed in the middle of its line.
      if (fresh.length > 0) appendFileSync(path, `\n${JSON.stringify(fresh)}\n`)
      return fresh.length
    },
    read,
    close() {},
  }
}

/**
 * Reads every change of a file; of two with the same key the first. `onBroken` is told of a line that is no JSON.
 *
 * @throws {SyntaxError} for such a line, where nobody is to be told
 */
export function readLines(path: string, onBroken?: (error: SyntaxError) => void): ChangeRow[] {
  if (!existsSync(path)) return []
  const rows = new Map<string, ChangeRow>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    for (const row of parseLine(line, onBroken)) if (!rows.has(row.key)) rows.set(row.key, row)
  }
  return [...rows.values()]
}

function parseLine(line: string, onBroken: ((error: SyntaxError) => void) | undefined): ChangeRow[] {
  if (line.trim() === '') return []
  try {
    return JSON.parse(line) as ChangeRow[]
  } catch (error) {
    // A line that begins like a transaction and ends too early was never finished.
    if (line.startsWith('[{"') && !line.endsWith(']')) return []
    if (!onBroken) throw error
    onBroken(error as SyntaxError)
    return []
  }
}
