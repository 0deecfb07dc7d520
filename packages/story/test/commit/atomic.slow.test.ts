import { spawn } from 'node:child_process'
import { expect, it } from 'vitest'
import { makeBareProject, openStory, shippedSkills } from '../world.ts'
import { failTicks } from './fail-ticks.ts'
import { expectWhole, fixture, killTicks } from './kill-ticks.ts'

it.each([false, true])(
  'P3 §12.1: a failure of any disk step (permanent: %s) leaves no partial tick',
  async (permanently) => {
    expect(await failTicks({ permanently, every: 1 })).toBeGreaterThan(15)
  },
)

it('P3 §12.1: killed at any of 6 disk steps, the tick is complete or has no effect', async () => {
  const without = await killTicks(6)
  expect(without).toBeGreaterThan(1)
  expect(without).toBeLessThan(6)
}, 600_000)

it('P3 §12.1: killed at any time while writing, the project is consistent and its lock is free', async () => {
  const folder = makeBareProject()
  for (let round = 0; round < 4; round++) {
    const child = spawn(process.execPath, [fixture, folder, shippedSkills, '0', '1000'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    // Each round kills the process after one more tick, with a different delay.
    await new Promise<void>((resume) => {
      let ticks = 0
      child.stdout.on('data', (chunk) => {
        ticks += String(chunk).split('"ok":true').length - 1
        if (ticks > round) setTimeout(resume, round * 7)
      })
    })
    child.kill('SIGKILL')
    await new Promise((resume) => child.once('close', resume))
    await (await openStory(folder)).close()
    await expectWhole(folder)
  }
  expect(await expectWhole(folder)).toBeGreaterThanOrEqual(1 + 2 + 3 + 4)
})
