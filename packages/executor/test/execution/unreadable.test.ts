import { spawnSync } from 'node:child_process'
import { chmod, chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExecutionResult } from '@narratoria/protocol'
import { expect, it } from 'vitest'
import { createFolder, planOf, toolOf } from '../world.ts'

const otherUser = 65_534
const isRoot = process.getuid?.() === 0
const script = fileURLToPath(new URL('../fixtures/run-plan.ts', import.meta.url))

// Root can read everything, so the host runs as another user.
it('001 §4.3: an asset that may not be read is a warning and no asset', async ({ skip }) => {
  const folder = await createFolder()
  await writeFile(join(folder, 'secret.png'), 'picture')
  await chmod(join(folder, 'secret.png'), 0)
  if (isRoot) await chown(folder, otherUser, otherUser)
  const plan = planOf([toolOf('asset.mjs', { input: { assets: [{ path: 'secret.png' }] } })])
  const run = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    cwd: folder,
    input: JSON.stringify(plan),
    encoding: 'utf8',
    ...(isRoot && { uid: otherUser, gid: otherUser }),
  })
  if (isRoot && /EACCES|ERR_MODULE_NOT_FOUND|ERR_ACCESS/.test(run.stderr)) skip('otherUser may not read this checkout')
  const result = JSON.parse(run.stdout) as ExecutionResult
  expect(result).toMatchObject({
    success: true,
    assets: [],
    warnings: [expect.stringContaining('"secret.png" cannot be read')],
  })
})
