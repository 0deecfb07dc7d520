import { createPlan, Executor } from '@narratoria/executor'
import { type McpServers, openMcpServers } from '@narratoria/mcp'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { BenchCase, Contender } from '../bench-case.ts'
import { median } from '../measure.ts'
import { versionOf } from '../package-version.ts'

const command = {
  command: process.execPath,
  args: [new URL('../../tools/mcp-server.mjs', import.meta.url).pathname],
}
const calls = 20
/** Milliseconds that a call may take in addition to 1.3 times the reference. */
const allowanceMs = 5
const text = 'x'.repeat(200)

async function medianOf(call: () => Promise<boolean>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < calls; at += 1) {
    const startedAt = performance.now()
    if (!(await call())) throw new Error('the call failed')
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

function sdk(): Contender {
  let client: Client
  return {
    name: 'MCP TypeScript SDK callTool',
    version: versionOf('@modelcontextprotocol/sdk'),
    async prepare() {
      client = new Client({ name: 'benchmark', version: '1.0.0' })
      await client.connect(new StdioClientTransport(command))
    },
    run: () => medianOf(async () => (await client.callTool({ name: 'length', arguments: { text } })).isError !== true),
    close: () => client.close(),
  }
}

function narratoria({ name, bar, lessMs = 0 }: { name: string; bar?: number; lessMs?: number }): Contender {
  let servers: McpServers
  const executor = new Executor({ findTool: () => servers.skills[0]!.tools[0] })
  // A plan has a key of its own: a call that may act outside is not repeated with the key of an earlier one.
  const plan = () => createPlan([{ toolId: 'call', toolPath: 'tool:mcp-benchmark/length', input: { text } }])
  return {
    name,
    ...(bar !== undefined && { bar }),
    async prepare() {
      servers = await openMcpServers({ servers: { benchmark: command }, waitMs: 60_000 })
    },
    run: async () => Math.max(0, (await medianOf(async () => (await executor.execute(plan())).success)) - lessMs),
    async close() {
      await executor.close()
      await servers.close()
    },
  }
}

export function cases(): BenchCase[] {
  return [
    {
      name: `a call of a tool of a warm MCP server (median of ${calls})`,
      reference: sdk(),
      contenders: [
        narratoria({ name: 'a plan with the tool, through the executor' }),
        narratoria({ name: `the same, less ${allowanceMs} ms`, bar: 1.3, lessMs: allowanceMs }),
      ],
    },
  ]
}
