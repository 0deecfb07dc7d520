import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlan, Executor } from '@narratoria/executor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type McpServers, openMcpServers } from '../../src/index.ts'
import { fixture } from './open-world.ts'

let folder: string
let servers: McpServers

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-repeated-'))
  const command = { command: process.execPath, args: [fixture('sample.mjs'), folder] }
  servers = await openMcpServers({ servers: { sample: command }, waitMs: 60_000 })
})

afterAll(async () => {
  await servers.close()
  rmSync(folder, { recursive: true, force: true })
})

const counted = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').length : 0)

/** Runs a tool with two retries. The executor ends each attempt after `toolTimeoutMs`, which the server knows nothing of. */
async function run(name: string, toolTimeoutMs: number, key?: string) {
  const { timeoutMs: _own, ...tool } = servers.skills[0]!.tools.find((each) => each.name === name)!
  await using executor = new Executor({ findTool: () => tool, toolTimeoutMs })
  const retryPolicy = { maxRetries: 2, backoffMs: 0 }
  const plan = createPlan([{ toolId: 'call', toolPath: `tool:mcp-sample/${name}`, retryPolicy }])
  const { toolResults } = await executor.execute(plan, key === undefined ? {} : { idempotencyKey: () => key })
  return toolResults[0]!
}

describe('a call with effects outside', () => {
  it('is sent once, though the executor ends it at its limit and may try again', async () => {
    expect(await run('sleep', 400, 'first')).toMatchObject({ ok: false, errorCode: 'timeout' })
    expect(counted('sleeps')).toBe(1)
  })

  it('is not sent again by a later execution with its key, and is with another key', async () => {
    expect(await run('sleep', 400, 'first')).toMatchObject({
      ok: false,
      error: expect.stringContaining('not repeated'),
    })
    expect(counted('sleeps')).toBe(1)
    await run('sleep', 400, 'second')
    expect(counted('sleeps')).toBe(2)
  })

  it('is not tried again when it fails', async () => {
    expect(await run('ring', 20_000)).toMatchObject({ ok: false, retryCount: 0 })
    expect(counted('rings')).toBe(1)
  })
})

describe('a call that the server declares idempotent', () => {
  it('is sent again after each limit, and by a later execution with its key', async () => {
    expect(await run('wait', 400, 'key')).toMatchObject({ ok: false, retryCount: 2, errorCode: 'timeout' })
    expect(counted('waits')).toBe(3)
    await run('wait', 400, 'key')
    expect(counted('waits')).toBe(6)
  })

  it('is tried again when it fails', async () => {
    expect(await run('knock', 20_000)).toMatchObject({ ok: false, retryCount: 2 })
    expect(counted('knocks')).toBe(3)
  })
})
