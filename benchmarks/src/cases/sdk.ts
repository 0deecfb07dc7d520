import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchCase, Contender } from '../bench-case.ts'
import { writeTool } from '../workspace.ts'

const doneLine = '{"version":"0","type":"done","ok":true}'
const request = '{"version":"0","requestId":"r","tool":"t","operation":"invoke","input":{}}\n'

// The folder of the tools has no packages, so the SDK is imported by its URL.
const sdkTool = () =>
  writeTool(
    'sdk.mjs',
    `import { defineTool } from ${JSON.stringify(import.meta.resolve('@narratoria/tool-sdk'))}
     defineTool({ name: 'sdk', run: (input, { log }) => log('m') })\n`,
  )

const bareTool = () =>
  writeTool(
    'bare.mjs',
    `const fs = process.getBuiltinModule('node:fs')
     fs.readSync(0, Buffer.allocUnsafe(65536))
     fs.writeSync(1, '{"version":"0","type":"log","level":"info","message":"m"}\\n${doneLine}\\n')
     process.exit(0)\n`,
  )

const streamTool = () =>
  writeTool(
    'streams.mjs',
    `let text = ''
     for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
     JSON.parse(text)
     process.stdout.write('{"version":"0","type":"log","level":"info","message":"m"}\\n')
     process.stdout.write('${doneLine}\\n')\n`,
  )

/** The shortest time from start to exit over ten runs, since other load only adds to it. */
function startUp(tool: string): () => number {
  return () => {
    const times = Array.from({ length: 10 }, () => {
      const startedAt = performance.now()
      const { status } = spawnSync(process.execPath, [tool], { input: request })
      if (status !== 0) throw new Error(`${tool} failed`)
      return performance.now() - startedAt
    })
    return Math.min(...times)
  }
}

/** Measures the time from the request to `done` of a tool that was started before. */
function prewarmed(name: string, tool: string, bar?: number): Contender {
  let waiting: ChildProcess
  return {
    name,
    ...(bar !== undefined && { bar }),
    beforeEach: async () => {
      waiting = spawn(process.execPath, [tool], { stdio: ['pipe', 'pipe', 'inherit'] })
      await sleep(150)
    },
    run: async () => {
      const startedAt = performance.now()
      waiting.stdin!.end(request)
      for await (const chunk of waiting.stdout!) if (String(chunk).includes('"done"')) break
      const tookMs = performance.now() - startedAt
      if (waiting.exitCode === null) await once(waiting, 'exit')
      return tookMs
    },
  }
}

export function cases(): BenchCase[] {
  const [empty, bare, sdk] = [writeTool('empty.mjs', ''), bareTool(), sdkTool()]
  return [
    {
      name: 'start to exit of a tool (the SDK may add 5 ms to an empty Node)',
      rounds: 9,
      reference: { name: 'an empty Node script', version: process.version, run: startUp(empty) },
      contenders: [
        { name: 'a tool without the SDK', run: startUp(bare) },
        { name: 'a tool with the SDK', bar: 1.14, run: startUp(sdk) },
      ],
    },
    {
      name: 'request to done of a prewarmed tool',
      rounds: 31,
      reference: prewarmed('without the SDK, streams', streamTool()),
      contenders: [prewarmed('with the SDK', sdk, 0.5), prewarmed('without the SDK, synchronous', bare)],
    },
  ]
}
