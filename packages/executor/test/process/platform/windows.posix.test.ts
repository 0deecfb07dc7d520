import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { windows } from '../../../src/process/platform/windows.ts'
import { createFolder, readJournal, writeTool } from '../../world.ts'

// Runs the Windows code on any system, with a stand-in for taskkill.
it('FR-051: on Windows taskkill terminates and kills a process tree', async () => {
  const folder = await createFolder()
  await mkdir(join(folder, 'System32'))
  await writeTool(folder, 'System32/taskkill.exe', `#!/bin/sh\necho "$@" >> ${folder}/journal\n`)
  vi.stubEnv('SystemRoot', folder)
  const tree = windows.treeOf(4321, 'marker')
  tree.terminate()
  await vi.waitUntil(async () => (await readJournal(folder)).length === 1, { timeout: 60_000 })
  tree.kill()
  await vi.waitUntil(async () => (await readJournal(folder)).length === 2, { timeout: 60_000 })
  vi.unstubAllEnvs()
  expect(await readJournal(folder)).toEqual(['/PID 4321 /T', '/PID 4321 /T /F'])
  expect(tree.hasOrphans()).toBe(false)
})

it('on Windows, names of variables are case-insensitive', () => {
  const host = { Path: 'C:\\Windows', SystemRoot: 'C:\\Windows', secret: 'hush', temp: 'C:\\Temp' }
  const names = ['PATH', 'TEMP', ...windows.environment]
  const { secret: _, ...passed } = host
  expect(windows.pickVariables(host, names, {})).toEqual(passed)
  expect(windows.pickVariables(host, names, { PATH: 'D:\\Tools' })).toEqual({
    SystemRoot: host.SystemRoot,
    temp: host.temp,
    PATH: 'D:\\Tools',
  })
})
