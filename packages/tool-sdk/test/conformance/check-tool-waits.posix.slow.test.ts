import { constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { check, done } from './check.ts'

// These cases wait for time limits; they run concurrently.
describe('checkTool', () => {
  it.concurrent.each([
    ['001 §6: waiting forever for a request', `read -r line || sleep 60; ${done}`, ['hangs_without_request']],
    ['a run that exceeds its time limit', 'sleep 60', ['timeout']],
  ])('finds %s', async (_, script, problems) => {
    const { ok, codes } = await check(script)
    expect({ ok, codes }).toEqual({ ok: false, codes: problems })
  })

  it.concurrent('warns about bash, which waits for itself if standard input is closed', async () => {
    // Stands in for `request=$(cat)` of bash, which reads its own pipe: waits if descriptor 0 is closed.
    const waits = 'if [ ! -e /dev/fd/0 ]; then sleep 60; fi; cat > /dev/null'
    const { ok, warned, warnings } = await check(`${waits}; ${done}`)
    expect({ ok, warned }).toEqual({ ok: true, warned: ['hangs_without_request'] })
    expect(warnings[0]!.fix).toContain('In bash')
  })

  it.concurrent.each([
    ['itself', `${done}; sleep 50`, null],
    ['a child that keeps its output open', `sleep 50 & ${done}`, 0],
  ])('kills a tool that still runs after done (%s), and warns', async (_, script, exitCode) => {
    const { ok, warned, recording } = await check(script, { once: true })
    expect({ ok, warned }).toEqual({ ok: true, warned: ['outstayed'] })
    expect(recording).toMatchObject({ outstayed: true, exitCode, expect: { outcome: 'completed' } })
  })

  // Waits in one process, because a process has no environment during execve.
  const waits = `sh -c 'exec 3<>pipe; echo > ready; read x <&3' > /dev/null 2>&1 & while [ ! -e ready ]; do sleep 0.01; done`

  it.concurrent.each<[what: string, script: string]>([
    ['a child', waits],
    ...(process.platform === 'linux' ? [['a daemon', `setsid ${waits}`] satisfies [string, string]] : []),
  ])('kills %s with its own output, and warns', async (_, script) => {
    const { ok, warned, cwd } = await check(`mkfifo pipe; ${script}; ${done}`, { once: true })
    expect({ ok, warned }).toEqual({ ok: true, warned: ['outstayed'] })
    // A pipe without a reader cannot be opened for writing.
    await vi.waitFor(
      () => expect(() => openSync(join(cwd, 'pipe'), constants.O_WRONLY | constants.O_NONBLOCK)).toThrow('ENXIO'),
      { timeout: 60_000 },
    )
  })
})
