import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Executor } from '@narratoria/executor'
import type { ExecutionEvent, ExecutionResult } from '@narratoria/protocol'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { BenchCase, Contender } from '../bench-case.ts'
import { median } from '../measure.ts'
import { versionOf } from '../package-version.ts'

const tools = new URL('../../tools/', import.meta.url)
const calls = 15
// As long as a player's planner thinks at the very least; every contender is left alone for as long.
const idleMs = 150

const inputSchema = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
}

async function medianOfCalls(prepare: () => unknown, call: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < calls; at += 1) {
    await prepare()
    await setTimeout(idleMs)
    const startedAt = performance.now()
    if ((await call()) < 0) throw new Error('the call failed')
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

function mcp(text: string): Contender {
  let client: Client
  const call = async () => {
    const result = await client.callTool({ name: 'length', arguments: { text } })
    return Number((result.content as { text: string }[])[0]?.text) - text.length
  }
  return {
    name: 'MCP TypeScript SDK callTool, server up',
    version: versionOf('@modelcontextprotocol/sdk'),
    async prepare() {
      client = new Client({ name: 'benchmark', version: '1.0.0' })
      const args = [new URL('mcp-server.mjs', tools).pathname]
      await client.connect(new StdioClientTransport({ command: process.execPath, args }))
    },
    run: () => medianOfCalls(() => {}, call),
    close: () => client.close(),
  }
}

function narratoria(
  text: string,
  options: { tool: string; prewarm: boolean; until: 'answer' | 'end'; name: string; bar?: number },
): Contender {
  const toolPath = new URL(options.tool, tools).pathname
  const describeTool = () => ({ inputSchema, prewarm: options.prewarm })
  const executor = new Executor({ roots: [tools.pathname], describeTool })
  let ended: Promise<unknown> = Promise.resolve()
  const plan = () => ({ requestId: randomUUID(), tools: [{ toolId: 't', toolPath, input: { text } }] })
  const callToEnd = async () => {
    const result = await executor.execute(plan())
    return result.success ? Number(result.state.length) - text.length : -1
  }
  // A server's answer is there before the server ends; so is a tool's.
  const callToAnswer = () =>
    new Promise<number>((resolve, reject) => {
      let length = -1
      const onEvent = (happened: ExecutionEvent) => {
        if (happened.type !== 'tool_event') return
        if (happened.event.type === 'state_patch') length = Number(happened.event.patch.length)
        if (happened.event.type === 'done') resolve(length - text.length)
      }
      const told = ({ toolResults }: ExecutionResult) => reject(new Error(`no answer: ${JSON.stringify(toolResults)}`))
      ended = executor.execute(plan(), { onEvent }).then(told, reject)
    })
  const prepare = async () => {
    await ended
    if (options.prewarm) await executor.prewarm(toolPath)
  }
  return {
    name: options.name,
    ...(options.bar !== undefined && { bar: options.bar }),
    run: () => medianOfCalls(prepare, options.until === 'answer' ? callToAnswer : callToEnd),
    close: () => executor.close(),
  }
}

function callsOf(label: string, bytes: number, bar: number): BenchCase {
  const text = 'x'.repeat(bytes)
  const tool = 'length.mjs'
  const streams = 'length-streams.mjs'
  return {
    name: `a call with ${label} of input (median of ${calls} after ${idleMs} ms of idleness)`,
    rounds: 5,
    reference: mcp(text),
    contenders: [
      narratoria(text, {
        tool,
        prewarm: true,
        until: 'answer',
        name: 'prewarmed, a fresh process each, input checked',
        bar,
      }),
      narratoria(text, { tool: streams, prewarm: true, until: 'answer', name: 'the same, a tool with streams' }),
      narratoria(text, { tool, prewarm: true, until: 'end', name: 'prewarmed, until the process is gone' }),
      narratoria(text, { tool, prewarm: false, until: 'end', name: 'cold, until the process is gone' }),
    ],
  }
}

export function cases(): BenchCase[] {
  return [callsOf('200 B', 200, 0.8), callsOf('10 KB', 10_000, 0.8), callsOf('1 MB', 1_000_000, 0.5)]
}
