import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import type { ToolCheck } from '../../src/conformance/index.ts'

const otherUser = 65_534
const isRoot = process.getuid?.() === 0
const script = fileURLToPath(new URL('../fixtures/check-here.ts', import.meta.url))
const tool = `#!/bin/sh
echo '{"version":"0","type":"asset","assetId":"a","kind":"k","mediaType":"image/png","path":"secret.png"}'
echo '{"version":"0","type":"done","ok":true}'
`

// Root can read everything, so the check runs as another user.
it.skipIf(process.platform === 'win32')('001 §4.3: reports and records an unreadable asset', ({ skip }) => {
  const cwd = mkdtempSync(join(tmpdir(), 'unreadable-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  chmodSync(cwd, 0o755)
  writeFileSync(join(cwd, 'tool.sh'), tool, { mode: 0o755 })
  writeFileSync(join(cwd, 'secret.png'), 'picture')
  chmodSync(join(cwd, 'secret.png'), 0)
  if (isRoot) chownSync(cwd, otherUser, otherUser)
  const run = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script, './tool.sh'], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: cwd },
    ...(isRoot && { uid: otherUser, gid: otherUser }),
  })
  if (isRoot && /EACCES|ERR_MODULE_NOT_FOUND|ERR_ACCESS/.test(run.stderr)) skip('otherUser may not read this checkout')
  expect(run.stderr).toBe('')
  const { problems, recording } = JSON.parse(run.stdout) as ToolCheck
  expect(problems).toMatchObject([
    { code: 'asset_unreadable', line: 1, excerpt: expect.stringContaining('secret.png') },
  ])
  expect(recording).toMatchObject({
    files: { 'secret.png': 'unreadable' },
    expect: { outcome: 'completed', assets: [], problems: [{ code: 'asset_unreadable', line: 1 }] },
  })
})
