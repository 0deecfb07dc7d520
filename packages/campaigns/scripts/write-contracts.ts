// Writes the generated contracts: `pnpm --filter @narratoria/campaigns contracts`. Run it after a change of a schema.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateContracts } from './contracts.ts'

const folder = join(import.meta.dirname, '../contracts')
await mkdir(folder, { recursive: true })
for (const [name, text] of generateContracts()) await writeFile(join(folder, name), text)
