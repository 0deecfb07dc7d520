import { expect, test } from 'vitest'
import * as runtime from '../src/index.ts'

test('the runtime exports these names and no others', () => {
  expect(Object.keys(runtime).toSorted()).toEqual([
    'FileLock',
    'MemorySessionStore',
    'RuntimeError',
    'Session',
    'SqliteSessionStore',
    'createNarratoria',
    'describeSkillTool',
    'exportSession',
    'findStateWriter',
    'foldTurn',
    'importSession',
    'readSkillFiles',
    'replayTurn',
    'writeSkillFile',
  ])
})

test('importing the runtime does not load SQLite', async () => {
  const { execFileSync } = await import('node:child_process')
  const program = `process.on('warning', () => {}); await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)}); console.log(process.moduleLoadList.some((name) => name.includes('sqlite')))`
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).trim()).toBe(
    'false',
  )
})
