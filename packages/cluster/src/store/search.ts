import type { FoundTurn } from '@narratoria/runtime/store'
import { comparable, excerptOf, findTerms, readSearch, type SearchTerm } from '@narratoria/runtime/store-parts'
import type { Statements } from '../database/database.ts'
import { fromColumn, toColumn } from './columns.ts'
import { sessionRows, toRecord } from './session-rows.ts'

/** The most words of a turn that are found: the column of an index has limits. */
const maxWords = 15_000
/** The most characters of a word. */
const maxWordLength = 200
/** The most bytes of the column; the limit of PostgreSQL is 1 MiB. */
const maxColumnLength = 400_000

/** The words of a turn, for a column of the type `tsvector`: a position for each, so that phrases are found. */
export function wordsColumn(prompt: string, narrative: string): string {
  const words = comparable(`${prompt}\n${narrative}`).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  let column = ''
  for (const [at, word] of words.slice(0, maxWords).entries()) {
    if (column.length > maxColumnLength) break
    column += `'${word.slice(0, maxWordLength)}':${at + 1} `
  }
  return column
}

/** The query for a column of {@link wordsColumn}. Every word is made of letters and digits, so no word is an operator. */
function queryOf(terms: readonly SearchTerm[]): string {
  const one = ({ words, isBeginning }: SearchTerm) =>
    words
      .map((word, at) => `'${word.slice(0, maxWordLength)}'${isBeginning && at === words.length - 1 ? ':*' : ''}`)
      .join(' <-> ')
  return terms.map((term) => `(${one(term)})`).join(' & ')
}

export async function searchTurns(
  on: Statements,
  text: string,
  { sessionId, limit = 50 }: { sessionId?: string; limit?: number } = {},
): Promise<FoundTurn[]> {
  const terms = readSearch(text)
  if (terms.length === 0) return []
  const rows = await on.query<{ session: number; seq: number; turn_id: string; prompt: string; narrative: string }>(
    `SELECT t.session, t.seq, t.turn_id, t.prompt, t.narrative
     FROM narratoria.turns t JOIN narratoria.sessions s ON s.id = t.session
     WHERE t.words @@ $1::tsquery AND s.trashed_at IS NULL AND ($2::text IS NULL OR s.session_id = $2)
     ORDER BY ts_rank(t.words, $1::tsquery) DESC, t.session DESC, t.seq DESC LIMIT $3`,
    [queryOf(terms), sessionId === undefined ? null : toColumn(sessionId), limit],
  )
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ session }) => session))]
  const sessions = new Map((await sessionRows(on, 'WHERE s.id = ANY($1)', [ids])).map((row) => [row.id, toRecord(row)]))
  return rows.flatMap((row): FoundTurn[] => {
    const session = sessions.get(row.session)
    const whole = `${fromColumn(row.prompt)}\n${fromColumn(row.narrative)}`
    // A phrase may seem to match across words that were cut.
    if (!session || !terms.every((term) => findTerms(whole, [term]).length > 0)) return []
    return [{ session, turnId: fromColumn(row.turn_id), seq: row.seq, ...excerptOf(whole, terms) }]
  })
}
