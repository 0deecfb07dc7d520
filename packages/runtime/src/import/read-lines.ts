import { InterchangeError } from '@narratoria/interchange'

/** The longest line, in characters. */
const maxLine = 8 * 1024 * 1024

/**
 * Divides text at line feeds, in memory for the longest line. A byte order mark at the start is left out.
 *
 * @throws {InterchangeError} `too_large` if a line is longer than 8 Mi characters
 */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let [rest, isFirst] = ['', true]
  for await (const chunk of chunks) {
    const lines = (rest + (isFirst ? chunk.replace(/^\uFEFF/, '') : chunk)).split('\n')
    isFirst = false
    rest = lines.pop() ?? ''
    if (rest.length > maxLine) throw new InterchangeError('too_large', 'A line of the file is too long.')
    yield* lines
  }
  if (rest !== '') yield rest
}
