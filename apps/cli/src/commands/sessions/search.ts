import { printable } from '@narratoria/protocol/printable'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { print, printJson, printStyled } from '../../terminal/print.ts'
import { describeTerminal } from '../../terminal/terminal.ts'
import type { SearchOptions } from './command.ts'
import { withStore } from './open.ts'

/** `narratoria sessions search`: turns with the words, the best match first. */
export function searchStories({ words, story, limit, json }: SearchOptions, io: Io): Promise<void> {
  return withStore(io, async (store) => {
    const only = story === undefined ? {} : { sessionId: (await findSession(store, story)).sessionId }
    const found = await store.search(words.join(' '), { ...only, limit })
    if (json) {
      const turns = found.map(({ session: { sessionId, title }, turnId, seq, excerpt, marks }) => {
        return { sessionId, title, turnId, seq, excerpt, marks }
      })
      return printJson(io, { turns })
    }
    if (found.length === 0) print(io, 'No turn has these words.')
    const { bold } = describeTerminal(io, {})
    for (const { session, seq, excerpt, marks } of found) {
      print(io, `${session.title}, turn ${seq}`)
      printStyled(io, `  ${marked(excerpt, marks, bold)}\n\n`)
    }
  })
}

/** The text with marks around its words. The marks count the characters that are not printable, too. */
function marked(text: string, marks: readonly [number, number][], mark: (text: string) => string): string {
  let [out, at] = ['', 0]
  for (const [start, end] of marks) {
    if (start < at) continue
    out += printable(text.slice(at, start)) + mark(printable(text.slice(start, end)))
    at = end
  }
  return out + printable(text.slice(at))
}
