import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { Executor } from '@narratoria/executor'
import type { ExecutionEvent, ExecutionResult, Plan } from '@narratoria/protocol'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { BenchCase, Contender } from '../bench-case.ts'
import { median } from '../measure.ts'
import { versionOf } from '../package-version.ts'

const tools = new URL('../../tools/', import.meta.url)
const calls = 5
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

// As little as any host can do: a process that waits, one line to it, and the lines of its answer. It checks nothing.
function byHand(text: string): Contender {
  const toolPath = new URL('length.mjs', tools).pathname
  let tool: ChildProcessByStdio<Writable, Readable, Readable> | undefined
  let answer: Promise<number>
  const end = async () => {
    if (tool && tool.exitCode === null) await once(tool, 'close')
  }
  const prepare = async () => {
    await end()
    const child = spawn(process.execPath, [toolPath], { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    tool = child
    answer = new Promise((resolve) => {
      let length = -1
      let rest = ''
      child.stdout.on('data', (chunk: Buffer) => {
        const lines = (rest + chunk.toString()).split('\n')
        rest = lines.pop()!
        for (const line of lines) {
          const event = JSON.parse(line) as { type: string; patch?: { length: number } }
          if (event.patch) length = event.patch.length
          if (event.type === 'done') resolve(length - text.length)
        }
      })
    })
  }
  const call = () => {
    const request = { version: '0', requestId: 'r', tool: 'length', operation: 'invoke', input: { text } }
    tool!.stdin.end(`${JSON.stringify(request)}\n`)
    return answer
  }
  return { name: 'the same by hand, nothing checked', run: () => medianOfCalls(prepare, call), close: end }
}

function narratoria(
  text: string,
  options: { tool: string; prewarm: boolean; until: 'answer' | 'end'; name: string; bar?: number; slow?: boolean },
): Contender {
  const toolPath = new URL(options.tool, tools).pathname
  const describeTool = () => ({ inputSchema, prewarm: options.prewarm })
  const executor = new Executor({ roots: [tools.pathname], describeTool })
  let ended: Promise<unknown> = Promise.resolve()
  let plan: Plan
  const callToEnd = async () => {
    const result = await executor.execute(plan)
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
      ended = executor.execute(plan, { onEvent }).then(told, reject)
    })
  const prepare = async () => {
    await ended
    plan = { requestId: randomUUID(), tools: [{ toolId: 't', toolPath, input: { text } }] }
    if (options.prewarm) await executor.prewarm(toolPath)
  }
  return {
    name: options.name,
    ...(options.bar !== undefined && { bar: options.bar }),
    ...(options.slow && { slow: true }),
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
    rounds: 15,
    reference: mcp(text),
    contenders: [
      narratoria(text, {
        tool,
        prewarm: true,
        until: 'answer',
        name: 'prewarmed, a fresh process each, input checked',
        bar,
      }),
      byHand(text),
      narratoria(text, {
        tool: streams,
        prewarm: true,
        until: 'answer',
        name: 'the same, a tool with streams',
        slow: true,
      }),
      narratoria(text, { tool, prewarm: true, until: 'end', name: 'prewarmed, until the process is gone', slow: true }),
      narratoria(text, { tool, prewarm: false, until: 'end', name: 'cold, until the process is gone', slow: true }),
    ],
  }
}

export function cases(): BenchCase[] {
  return [callsOf('200 B', 200, 0.8), callsOf('10 KB', 10_000, 0.8), callsOf('1 MB', 1_000_000, 0.5)]
}
