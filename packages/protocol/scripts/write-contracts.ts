// Writes the published contracts and the conformance kit anew: `pnpm --filter @narratoria/protocol contracts`.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateContracts } from './contracts.ts'
import { generateKit } from './kit/kit.ts'

const root = join(import.meta.dirname, '..')
for (const [name, text] of generateContracts()) await writeFile(join(root, 'contracts', name), text)

const cases = join(root, 'conformance-kit/cases')
await rm(cases, { recursive: true, force: true })
await mkdir(cases, { recursive: true })
for (const [name, text] of generateKit()) await writeFile(join(root, 'conformance-kit', name), text)
