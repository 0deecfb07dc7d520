import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { JsonObject } from '@narratoria/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import { beginRequest, fixture } from '../fixture.ts'

/** Starts the waiting tool, and asks it to end when it is ready. */
async function terminate(how: string, exitSignal: 'SIGTERM' | 'SIGINT' = 'SIGTERM') {
  const tool = spawn(process.execPath, [fixture('waits')], { stdio: ['pipe', 'pipe', 'pipe'] })
  onTestFinished(() => void tool.kill('SIGKILL'))
  const closed = once(tool, 'close')
  let stdout = ''
  tool.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  tool.stdin.end(JSON.stringify({ input: { how } }))
  await once(tool.stdout, 'data')
  tool.kill(exitSignal)
  const [code, killedBy] = (await closed) as [number | null, string | null]
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject)
  return { code, killedBy, events }
}

const terminated = [
  expect.objectContaining({ type: 'log' }),
  expect.objectContaining({ type: 'error', errorCode: 'terminated' }),
  expect.objectContaining({ type: 'done', ok: false }),
]

describe('a tool that is asked to end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('sees its signal abort on %s, and ends with done', async (exitSignal) => {
    const { events, code, killedBy } = await terminate('polite', exitSignal)
    expect(events).toEqual(terminated)
    expect({ code, killedBy }).toEqual({ code: 143, killedBy: null })
  })

  it('has not succeeded, even if run returns', async () => {
    const { events, code } = await terminate('returns')
    expect(events).toEqual(terminated)
    expect(code).toBe(143)
  })

  it('is ended after a second when it does not react', async () => {
    const { events, code } = await terminate('deaf')
    expect(events).toEqual(terminated)
    expect(code).toBe(143)
  })

  it.each(['indifferent', 'busy'])('ends at once when it is %s and never asked for its signal', async (how) => {
    const { events, killedBy } = await terminate(how)
    expect(killedBy).toBe('SIGTERM')
    expect(events.map((event) => event.type)).toEqual(['log'])
  })

  it('ends at once while it still waits for its request', async () => {
    const tool = spawn(process.execPath, [fixture('waits')], { stdio: ['pipe', 'pipe', 'pipe'] })
    onTestFinished(() => void tool.kill('SIGKILL'))
    await beginRequest(tool.stdin)
    tool.kill('SIGTERM')
    expect(await once(tool, 'exit')).toEqual([null, 'SIGTERM'])
  })
})
