import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram, temporaryFolder } from '../command-line.ts'

const commands = [['--prompt', 'hi'], ['serve', '--port', '0'], ['mcp', 'serve'], ['sessions', 'list'], ['doctor']]

test.runIf(process.platform === 'linux')(
  'a home where no folder can be created is refused before anything starts',
  async () => {
    const runs = await Promise.all(commands.map((args) => runProgram(args, { env: { NARRATORIA_HOME: '/proc/nope' } })))
    for (const run of runs)
      expect(run).toEqual({
        code: 2,
        stdout: '',
        stderr: 'narratoria: NARRATORIA_HOME is /proc/nope, where nothing can be stored; choose another folder.\n',
      })
  },
)

test('a home within a file is reported with its path and what to do, and nothing crashes', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const home = join(file, 'home')
  const [play, ...others] = await Promise.all(
    commands.slice(0, -1).map((args) => runProgram(args, { env: { NARRATORIA_HOME: home } })),
  )
  const unwritable = `narratoria: ${home}/sessions.db cannot be written; make it and its folder writable, or choose another place.`
  for (const run of others) expect(run).toEqual({ code: 1, stdout: '', stderr: `${unwritable}\n` })
  // A single prompt is played without a store.
  expect(play).toMatchObject({ code: 0, stderr: expect.stringContaining(`${unwritable} This story will not be kept.`) })
  expect(play!.stdout).not.toBe('')
  expect(play!.stderr).not.toMatch(/\n +at .*:\d+:\d+/)
})
