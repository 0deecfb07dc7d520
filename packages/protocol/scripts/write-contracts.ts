// Writes the published contracts anew: `pnpm --filter @narratoria/protocol contracts`.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateContracts } from './contracts.ts'

for (const [name, text] of generateContracts()) {
  await writeFile(join(import.meta.dirname, '../contracts', name), text)
}
