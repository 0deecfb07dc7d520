import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createPlan, Executor } from '@narratoria/executor'
import { expect, it, onTestFinished } from 'vitest'
import { openMcpServers } from '../../src/index.ts'
import { fixture } from './open-world.ts'

const rounds = 60

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

it('a call of a tool of a warm server takes at most 1.3 times as long as callTool of the SDK, plus 5 ms', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-cost-'))
  const command = { command: process.execPath, args: [fixture('sample.mjs'), folder] }
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StdioClientTransport(command))
  const servers = await openMcpServers({ servers: { sample: command }, waitMs: 60_000 })
  const tools = servers.skills[0]!.tools
  const executor = new Executor({ findTool: (name) => tools.find((tool) => `mcp-sample/${tool.name}` === name) })
  onTestFinished(async () => {
    await executor.close()
    await servers.close()
    await client.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const plan = createPlan([{ toolId: 'call', toolPath: 'tool:mcp-sample/get-forecast', input: { town: 'Pell' } }])
  const throughUs = async () => expect((await executor.execute(plan)).success).toBe(true)
  const direct = () => client.callTool({ name: 'getForecast', arguments: { town: 'Pell' } })
  const times = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.theirs.push(await timeOf(direct))
    times.ours.push(await timeOf(throughUs))
  }
  const [ours, theirs] = [median(times.ours), median(times.theirs)]
  console.info(`a call: ${ours.toFixed(2)} ms through the executor, ${theirs.toFixed(2)} ms direct`)
  expect(ours).toBeLessThanOrEqual(theirs * 1.3 + 5)
})
