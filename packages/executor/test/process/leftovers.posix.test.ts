import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createFolder, createWorld, listProcessesOf, planOf, toolOf } from '../world.ts'

const runPlan = fileURLToPath(new URL('../fixtures/run-plan.ts', import.meta.url))

const isLinux = process.platform === 'linux'

// On a machine that is very busy, a look at all processes can miss it, each of which lives for less time than the look takes.
const often = { retry: 8 }

it.runIf(isLinux && existsSync('/usr/bin/perl'))(
  'a process that forks on and on is found and ended',
  often,
  async () => {
    const { executor, folder } = await createWorld()
    // Ends the chain whatever happens.
    onTestFinished(() => writeFile(join(folder, 'stop'), ''))
    const { warnings, success } = await executor.execute(planOf([toolOf('fork-chain.pl')]))
    expect(success).toBe(true)
    expect(warnings).toEqual([expect.stringContaining('left processes running')])
    const size = () => statSync(join(folder, 'forks')).size
    const before = size()
    // The chain writes some hundred times a second; this wait can only hide a failure, not cause one.
    await delay(300)
    expect(size()).toBe(before)
  },
)

it.runIf(isLinux)('a host that is killed just after the start of its tool leaves no running tool', async () => {
  const folder = await createFolder()
  const host = spawn(process.execPath, [runPlan], { cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] })
  onTestFinished(() => void host.kill('SIGKILL'))
  const tool = '#!/bin/sh\ntrap "" TERM HUP PIPE\nsetsid sleep 61 &\ntouch started\nsleep 62\n'
  await writeFile(join(folder, 'tools/stubborn.sh'), tool, { mode: 0o755 })
  host.stdin.end(JSON.stringify(planOf([toolOf('stubborn.sh')])))
  await vi.waitFor(() => expect(existsSync(join(folder, 'started'))).toBe(true), 60_000)
  const left = () => [...listProcessesOf('sleep 61'), ...listProcessesOf('sleep 62')]
  expect(left().length).toBeGreaterThan(0)
  host.kill('SIGKILL')
  await vi.waitFor(() => expect(left()).toEqual([]), 60_000)
})
