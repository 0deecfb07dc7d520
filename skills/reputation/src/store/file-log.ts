import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { ChangeLog, ChangeRow } from './change-log.ts'

/**
 * Opens the changes of a session in a text file with one line of JSON per invocation. An incomplete line of a killed process is
 * ignored as a transaction that did not happen. Writers only append. `read` throws a SyntaxError if a line before the last one is
 * not valid JSON.
 */
export function openFileLog(path: string): ChangeLog {
  const read = () => readLines(path)
  return {
    add(rows) {
      const known = new Set(read().map(({ key }) => key))
      const fresh = rows.filter(({ key }) => !known.has(key))
      // A leading line feed ends an incomplete line of a killed writer.
      if (fresh.length > 0) appendFileSync(path, `\n${JSON.stringify(fresh)}\n`)
      return fresh.length
    },
    read,
    close() {},
  }
}

/**
 * Reads every change of a file; of changes with the same key only the first. `onInvalid` is called for lines that are not valid
 * JSON.
 *
 * @throws {SyntaxError} for such a line if `onInvalid` is missing
 */
export function readLines(path: string, onInvalid?: (error: SyntaxError) => void): ChangeRow[] {
  if (!existsSync(path)) return []
  const rows = new Map<string, ChangeRow>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    for (const row of parseLine(line, onInvalid)) if (!rows.has(row.key)) rows.set(row.key, row)
  }
  return [...rows.values()]
}

function parseLine(line: string, onInvalid: ((error: SyntaxError) => void) | undefined): ChangeRow[] {
  if (line.trim() === '') return []
  try {
    return JSON.parse(line) as ChangeRow[]
  } catch (error) {
    // An incomplete line of a killed writer.
    if ('[{"'.startsWith(line.slice(0, 3)) && !line.endsWith(']')) return []
    if (!onInvalid) throw error
    onInvalid(error as SyntaxError)
    return []
  }
}
