import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

// The store waits ten seconds for the lock.
it('doctor reports a database that another program repairs', async () => {
  const home = temporaryFolder()
  expect((await narratoria(['play', '--prompt', 'I light the torch'], { home })).code).toBe(0)
  const lock = new DatabaseSync(join(home, 'home', 'sessions.db-lock'))
  onTestFinished(() => lock.close())
  lock.exec('BEGIN EXCLUSIVE')
  const run = await narratoria(['doctor'], { home })
  expect(run).toMatchObject({ code: 1, stderr: '' })
  expect(run.stdout).toMatch(/^broken +Stories: Another program is repairing or migrating/m)
  expect(run.stdout).toContain('try again when it is done')
  expect(run.stdout).toContain('No story can be played')
})
