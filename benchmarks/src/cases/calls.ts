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
// The pause before each call: a planner takes at least this long between two turns.
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

// The minimum that a host must do: write one line to a waiting process and parse the lines that it writes.
function minimalHost(text: string): Contender {
  const toolPath = new URL('length.mjs', tools).pathname
  let tool: ChildProcessByStdio<Writable, Readable, Readable> | undefined
  let response: Promise<number>
  const end = async () => {
    if (tool && tool.exitCode === null) await once(tool, 'close')
  }
  const prepare = async () => {
    await end()
    const child = spawn(process.execPath, [toolPath], { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    tool = child
    response = new Promise((resolve) => {
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
    return response
  }
  return { name: 'a minimal host, nothing checked', run: () => medianOfCalls(prepare, call), close: end }
}

function narratoria(
  text: string,
  options: {
    tool: string
    prewarm: boolean
    worker?: string
    until: 'done' | 'exit'
    name: string
    bar?: number
    slow?: boolean
  },
): Contender {
  const toolPath = new URL(options.tool, tools).pathname
  const { prewarm, worker } = options
  const describeTool = () => ({ inputSchema, prewarm, ...(worker !== undefined && { worker }) })
  const executor = new Executor({ roots: [tools.pathname], describeTool })
  let ended: Promise<unknown> = Promise.resolve()
  let plan: Plan
  const callToExit = async () => {
    const result = await executor.execute(plan)
    return result.success ? Number(result.state.length) - text.length : -1
  }
  // Resolves on `done`, before the process exits: a server responds without exiting.
  const callToDone = () =>
    new Promise<number>((resolve, reject) => {
      let length = -1
      const onEvent = (executed: ExecutionEvent) => {
        if (executed.type !== 'tool_event') return
        if (executed.event.type === 'state_patch') length = Number(executed.event.patch.length)
        if (executed.event.type === 'done') resolve(length - text.length)
      }
      const onResult = ({ toolResults }: ExecutionResult) =>
        reject(new Error(`no done event: ${JSON.stringify(toolResults)}`))
      ended = executor.execute(plan, { onEvent }).then(onResult, reject)
    })
  const prepare = async () => {
    await ended
    plan = { requestId: randomUUID(), tools: [{ toolId: 't', toolPath, input: { text } }] }
    if (prewarm) await executor.prewarm(toolPath)
  }
  return {
    name: options.name,
    ...(options.bar !== undefined && { bar: options.bar }),
    ...(options.slow && { slow: true }),
    run: () => medianOfCalls(prepare, options.until === 'done' ? callToDone : callToExit),
    close: () => executor.close(),
  }
}

function callsOf(label: string, bytes: number, bar: number): BenchCase {
  const text = 'x'.repeat(bytes)
  const tool = 'length.mjs'
  const streams = 'length-streams.mjs'
  return {
    name: `a call with ${label} of input (median of ${calls}, each after ${idleMs} ms of idle time)`,
    rounds: 15,
    reference: mcp(text),
    contenders: [
      narratoria(text, {
        tool,
        prewarm: true,
        until: 'done',
        name: 'prewarmed, one process per call, input checked',
        bar,
      }),
      narratoria(text, {
        tool: 'length-reusable.mjs',
        prewarm: true,
        worker: 'calls',
        until: 'exit',
        name: 'in a worker, until its result, input checked',
        bar,
      }),
      minimalHost(text),
      narratoria(text, {
        tool: streams,
        prewarm: true,
        until: 'done',
        name: 'the same with a tool that uses streams',
        slow: true,
      }),
      narratoria(text, { tool, prewarm: true, until: 'exit', name: 'prewarmed, until the process exits', slow: true }),
      narratoria(text, { tool, prewarm: false, until: 'exit', name: 'cold, until the process exits', slow: true }),
    ],
  }
}

export function cases(): BenchCase[] {
  return [callsOf('200 B', 200, 1), callsOf('10 KB', 10_000, 1), callsOf('1 MB', 1_000_000, 0.8)]
}
