import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqliteSessionStore } from '@narratoria/runtime'
import { importLongStory } from '../../../apps/web/test/support/long-story.ts'
import type { BenchCase } from '../bench-case.ts'

const turnCount = 10_000
const words = 'number 7777'

/** A search over a story of 10,000 turns, with its index made before. */
export async function cases(): Promise<BenchCase[]> {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-bench-'))
  const path = join(folder, 'sessions.db')
  const store = await openSqliteSessionStore(path)
  await importLongStory({ store }, turnCount)
  const found = await store.search(words)
  if (found.length === 0) throw new Error(`no turn has the words "${words}"`)
  const database = new DatabaseSync(path, { readOnly: true })
  const scan = database.prepare("SELECT seq FROM turns WHERE prompt || narrative LIKE '%number 7777%' LIMIT 50")
  return [
    {
      name: `words in ${turnCount.toLocaleString('en')} turns`,
      reference: { name: 'the limit', run: () => 50 },
      contenders: [
        {
          name: 'narratoria',
          bar: 1,
          run: () => store.search(words),
          async close() {
            await store.close()
            rmSync(folder, { recursive: true, force: true })
          },
        },
        { name: 'LIKE on the same table', run: () => scan.all(), close: () => database.close() },
      ],
    },
  ]
}
