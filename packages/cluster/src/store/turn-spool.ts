import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StoredTurn } from '@narratoria/runtime'

/**
 * Keeps turns in a temporary file, one at a time in memory, and calls `use` with them: their source may read the database that `use`
 * writes to, and may fail half-way.
 */
export async function withSpooledTurns<T>(
  turns: AsyncIterable<StoredTurn> | Iterable<StoredTurn>,
  use: (turns: AsyncIterable<StoredTurn>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-import-'))
  try {
    const path = join(folder, 'turns.jsonl')
    await pipeline(Readable.from(toLines(turns)), createWriteStream(path, { mode: 0o600 }))
    return await use(readLines(path))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* toLines(turns: AsyncIterable<StoredTurn> | Iterable<StoredTurn>): AsyncGenerator<string> {
  // These two end a line, too, and JSON does not escape them.
  for await (const turn of turns)
    yield `${JSON.stringify(turn)
      .replaceAll('\u2028', String.raw`\u2028`)
      .replaceAll('\u2029', String.raw`\u2029`)}\n`
}

async function* readLines(path: string): AsyncGenerator<StoredTurn> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity })
  for await (const line of lines) yield JSON.parse(line) as StoredTurn
}
