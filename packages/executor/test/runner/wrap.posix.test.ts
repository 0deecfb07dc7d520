import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Executor, ProcessRunner, type ProcessRunnerOptions } from '../../src/index.ts'
import { runnerContract } from '../../src/testing/index.ts'
import { createFolder, planOf, readJournal, toolOf, untilIdle, writeTool } from '../world.ts'

// Stands in for a container or a remote shell: notes what it starts, then becomes it.
const launcher = '#!/bin/sh\necho "$1" >> "$LAUNCHER_JOURNAL"\nshift\nexec "$@"\n'

async function createLauncher() {
  const folder = await createFolder()
  await writeTool(folder, 'launcher.sh', launcher)
  const wrap: ProcessRunnerOptions['wrap'] = ({ file, args, env }, { toolPath }) => ({
    file: join(folder, 'launcher.sh'),
    args: [toolPath, file, ...args],
    env: { ...env, LAUNCHER_JOURNAL: join(folder, 'journal') },
  })
  return { folder, wrap }
}

const fixtures = {
  echo: 'echo.mjs',
  fail: 'fail.sh',
  hang: 'sleep.sh',
  stubborn: 'ignores-sigterm.sh',
  many: 'twenty-thousand.sh',
  missing: '',
}

describe('ProcessRunner with wrap', () => {
  // One for all attempts of a case: a program that is written while another process starts may be busy.
  let launcherOfCase: ReturnType<typeof createLauncher>
  // The launcher reports a missing tool in its own way.
  const cases = runnerContract(async () => {
    const { folder, wrap } = await launcherOfCase
    const runner = new ProcessRunner({ killGraceMs: 300, wrap })
    onTestFinished(() => runner.close())
    return { runner, cwd: folder, toolPath: (behaviour) => join(folder, 'tools', fixtures[behaviour]) }
  }).filter(({ name }) => !name.includes('missing'))

  it.each(cases)('$name', async ({ run }) => {
    await (launcherOfCase = createLauncher())
    await run()
  })

  it('starts every tool by the launcher, prewarmed ones too', async () => {
    const { folder, wrap } = await createLauncher()
    const runner = new ProcessRunner({ wrap })
    const executor = new Executor({ cwd: folder, runner, describeTool: () => ({ prewarm: true }) })
    onTestFinished(() => executor.close())
    await executor.prewarm('tools/echo.mjs')
    await expect.poll(() => readJournal(folder)).toEqual([join(folder, 'tools/echo.mjs')])
    await untilIdle()
    const result = await executor.execute(planOf([toolOf('echo.mjs'), toolOf('ok.sh')]))
    expect(result.success).toBe(true)
    expect(await readJournal(folder)).toEqual(['echo.mjs', 'ok.sh'].map((name) => join(folder, 'tools', name)))
  })

  it('reports a launcher that does not exist by its name', async () => {
    const folder = await createFolder()
    const runner = new ProcessRunner({ wrap: (command) => ({ ...command, file: 'no-such-launcher' }) })
    const executor = new Executor({ cwd: folder, runner })
    onTestFinished(() => executor.close())
    const result = await executor.execute(planOf([toolOf('ok.sh', { retryPolicy: {} })]))
    expect(result.toolResults[0]).toMatchObject({
      errorCode: 'launcher_failed',
      error: expect.stringMatching(/no-such-launcher.*ok\.sh.*not found/),
      retryCount: 0,
    })
  })
})
