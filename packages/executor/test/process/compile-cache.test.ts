import { spawnSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExecutionResult } from '@narratoria/protocol'
import { expect, it } from 'vitest'
import { createFolder } from '../world.ts'

const host = fileURLToPath(new URL('../fixtures/run-plan.ts', import.meta.url))

it('a tool keeps its compiled code where its host keeps its own', async () => {
  const { folder, cache, run } = await createHost()
  expect(run({ NODE_COMPILE_CACHE: cache })).toMatchObject({ toolResults: [{ summary: cache }] })
  expect(await readdir(join(folder, 'cache'))).not.toEqual([])
})

it('a tool of a host without compiled code keeps none', async () => {
  const { run } = await createHost()
  expect(run({})).toMatchObject({ toolResults: [{ summary: 'none' }] })
})

/** A host in a folder with a tool that reports where its compiled code is kept. */
async function createHost() {
  const folder = await createFolder()
  await writeFile(
    join(folder, 'report.mjs'),
    `import module from 'node:module'
const summary = module.getCompileCacheDir() === undefined ? 'none' : process.env.NODE_COMPILE_CACHE
console.log(JSON.stringify({ version: '0', type: 'done', ok: true, summary }))\n`,
  )
  return {
    folder,
    cache: join(folder, 'cache'),
    run(variables: Record<string, string>): ExecutionResult {
      const { NODE_COMPILE_CACHE: _, ...env } = process.env
      const { stdout, stderr } = spawnSync(process.execPath, [host], {
        cwd: folder,
        env: { ...env, ...variables },
        input: JSON.stringify({ requestId: crypto.randomUUID(), tools: [{ toolId: 't', toolPath: './report.mjs' }] }),
        encoding: 'utf8',
      })
      if (stdout === '') throw new Error(stderr)
      return JSON.parse(stdout) as ExecutionResult
    },
  }
}
