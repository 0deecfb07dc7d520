import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchCase } from '../bench-case.ts'
import { workFolder } from '../workspace.ts'

// As an installed package links it, without the shell script that a workspace puts before it.
const program = fileURLToPath(new URL('../../../apps/cli/bin/narratoria.js', import.meta.url))

/** The command line, on a built tree. */
export function cases(): BenchCase[] {
  const env = { ...process.env, NARRATORIA_HOME: join(workFolder(), 'home') }
  const narratoria = (...args: string[]) => {
    const { status, stderr } = spawnSync(program, args, { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`narratoria exited with ${status}: ${stderr}`)
  }
  return [
    {
      name: 'one turn on the command line, its tool processes included',
      rounds: 15,
      reference: {
        name: 'an empty Node',
        version: process.version,
        run: () => spawnSync(process.execPath, ['-e', '0']),
      },
      contenders: [
        {
          name: 'narratoria play --prompt, torch and door',
          bar: 12,
          run: () => narratoria('play', '--prompt', 'I light the torch and examine the door'),
        },
      ],
    },
  ]
}
