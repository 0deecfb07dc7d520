import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Executor, traceTo } from '@narratoria/executor'
import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { BenchCase } from '../bench-case.ts'
import { workFolder, writeTool } from '../workspace.ts'

const count = 200_000

function merge(target: JsonObject, patch: JsonObject): void {
  for (const key of Object.keys(patch)) {
    const value = patch[key] as JsonValue
    if (value === null) delete target[key]
    else if (typeof value === 'object' && !Array.isArray(value)) {
      const inner = (target[key] ??= {}) as JsonObject
      merge(inner, value)
    } else target[key] = value
  }
}

interface Line {
  version: string
  type: string
  level: string
  message: string
  patch: JsonObject
  ok: boolean
}

function isEvent(line: Line): boolean {
  if (line.version !== '0') return false
  if (line.type === 'log') return typeof line.level === 'string' && typeof line.message === 'string'
  if (line.type === 'state_patch') return typeof line.patch === 'object' && line.patch !== null
  return line.type === 'done' && typeof line.ok === 'boolean'
}

/** The same work without limits, ordering or error handling. */
async function minimalLoop(tool: string, requestId: string, traceFile: string): Promise<number> {
  const child: ChildProcess = spawn(tool, { cwd: workFolder() })
  child.stdin!.end()
  const trace = createWriteStream(traceFile)
  const events: Line[] = []
  const head = `{"type":"tool_event","planId":"${requestId}","at":`
  const state: JsonObject = {}
  let rest = ''
  child.stdout!.setEncoding('utf8')
  child.stdout!.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    let block = ''
    for (const line of lines) {
      const event = JSON.parse(line) as Line
      if (!isEvent(event)) throw new Error(`not an event: ${line}`)
      events.push(event)
      if (event.type === 'state_patch') merge(state, event.patch)
      block += `${head}${Date.now()},"toolId":"t","attempt":1,"event":${line}}\n`
    }
    if (!trace.write(block)) {
      child.stdout!.pause()
      trace.once('drain', () => child.stdout!.resume())
    }
  })
  await once(child, 'close')
  trace.end()
  await once(trace, 'close')
  return events.length
}

/** The tool events of a trace, without the ids and times that differ between runs. */
function eventLinesOf(traceFile: string): string {
  const lines = readFileSync(traceFile, 'utf8').split('\n')
  const own = lines.filter((line) => line.startsWith('{"type":"tool_event"'))
  return own.map((line) => line.replace(/"planId":"[^"]+","at":[\d.]+/, '')).join('\n')
}

export function cases(): BenchCase[] {
  const lines = Array.from({ length: count - 1 }, (_, at) =>
    at % 4 === 0
      ? `{"version":"0","type":"state_patch","patch":{"room":{"r${at % 50}":${at}},"turn":${at}}}`
      : `{"version":"0","type":"log","level":"info","message":"step ${at} of the way"}`,
  )
  writeFileSync(join(workFolder(), 'events.ndjson'), `${lines.join('\n')}\n{"version":"0","type":"done","ok":true}\n`)
  const tool = writeTool('events.sh', '#!/bin/sh\nexec cat events.ndjson\n')
  const [minimalTrace, ownTrace] = [join(workFolder(), 'minimal.ndjson'), join(workFolder(), 'trace.ndjson')]
  const executor = new Executor({ cwd: workFolder() })
  return [
    {
      name: `reading, checking, merging and tracing ${count.toLocaleString('en')} events of one process`,
      rounds: 9,
      reference: {
        name: 'a minimal loop',
        async run() {
          if ((await minimalLoop(tool, randomUUID(), minimalTrace)) !== count) throw new Error('an event is missing')
        },
      },
      contenders: [
        {
          name: 'narratoria',
          bar: 1.4,
          async run() {
            const stream = createWriteStream(ownTrace)
            const plan = { requestId: randomUUID(), tools: [{ toolId: 't', toolPath: tool }] }
            const result = await executor.execute(plan, { trace: traceTo(stream) })
            stream.end()
            await once(stream, 'close')
            if (result.toolResults[0]?.events.length !== count) throw new Error('an event is missing')
          },
          async close() {
            await executor.close()
            if (eventLinesOf(minimalTrace) !== eventLinesOf(ownTrace)) throw new Error('the traces differ')
          },
        },
      ],
    },
  ]
}
