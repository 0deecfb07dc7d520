import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const program = fileURLToPath(new URL('../../fixtures/warning-process.ts', import.meta.url))

/** What Node 22 does when SQLite is loaded; newer ones are silent. */
const likeNode22 = `
const { Module } = require('node:module')
const load = Module._load
Module._load = function (name, ...rest) {
  if (name === 'node:sqlite') process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning')
  return load.call(this, name, ...rest)
}
`

test('the warning that SQLite is experimental is hidden, and every other warning is shown', async () => {
  const folder = await temporaryFolder()
  const preload = join(folder, 'like-node-22.cjs')
  writeFileSync(preload, likeNode22)
  const run = spawnSync(process.execPath, ['--require', preload, program, join(folder, 'sessions.db')], {
    encoding: 'utf8',
  })
  expect(run.status, run.stderr).toBe(0)
  expect(run.stderr).not.toContain('SQLite')
  expect(run.stderr).toContain('something else is new')
})
