import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type JsonObject, matches, ToolRequest } from '@narratoria/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Executor } from '../../src/index.ts'
import { planOf } from '../world.ts'

type Part = { text: string } | { base64: string } | { repeat: string; times: number }

interface Case {
  kind: 'invocation' | 'merge' | 'request'
  id: string
  stdout: Part[]
  exitCode: number | null
  exitSignal?: string
  files?: Record<string, 'file' | 'directory'>
  options?: { maxLineBytes: number }
  state?: JsonObject
  expect: {
    outcome: 'completed' | 'failed'
    errorCode?: string
    events: string[]
    output: JsonObject
    state?: JsonObject
    assets: string[]
  }
}

const indexFile = fileURLToPath(import.meta.resolve('@narratoria/protocol/conformance-kit/index.json'))
const contract = fileURLToPath(import.meta.resolve('@narratoria/protocol/contracts/execution-result.schema.json'))
const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as JsonObject
const index = (await readJson(indexFile)) as unknown as { cases: { kind: string; file: string }[] }
const cases = (await Promise.all(
  index.cases.filter(({ kind }) => kind === 'invocation').map(({ file }) => readJson(join(dirname(indexFile), file))),
)) as unknown as Case[]
const isResult = new Ajv2020({ strict: false }).compile(await readJson(contract))

function bytesOf(parts: Part[]): Buffer {
  return Buffer.concat(
    parts.map((part) => {
      if ('base64' in part) return Buffer.from(part.base64, 'base64')
      return Buffer.from('text' in part ? part.text : part.repeat.repeat(part.times))
    }),
  )
}

/** Writes a tool that plays a case's transcript, and the files that its assets name. */
async function writeReplay(folder: string, { stdout, exitCode, exitSignal, files = {} }: Case): Promise<void> {
  const end = exitSignal ? `ulimit -c 0; kill -${exitSignal.slice(3)} $$` : `exit ${exitCode}`
  await writeFile(join(folder, 'output'), bytesOf(stdout))
  await writeFile(join(folder, 'replay'), `#!/bin/sh\ncat > request\ncat output\n${end}\n`, { mode: 0o755 })
  for (const [path, kind] of Object.entries(files)) {
    await mkdir(kind === 'directory' ? join(folder, path) : dirname(join(folder, path)), { recursive: true })
    if (kind === 'file') await writeFile(join(folder, path), 'x')
  }
}

describe('the executor', () => {
  it.each(cases.map((entry) => [entry.id, entry] as const))(
    '001 §13.7: agrees with the conformance kit on %s',
    async (_, entry) => {
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'narratoria-kit-')))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const executor = new Executor({ cwd: folder, limits: entry.options ?? {} })
      onTestFinished(() => executor.close())
      await writeReplay(folder, entry)
      const retryPolicy = { maxRetries: 0 }
      const plan = planOf([{ toolId: 'replay', toolPath: 'replay', input: { id: entry.id }, retryPolicy }])
      const result = await executor.execute(plan, { state: entry.state ?? {} })
      const [tool] = result.toolResults
      const { outcome, events, output, assets, errorCode, state } = entry.expect
      expect({
        outcome: tool!.state,
        events: tool!.events.map(({ type }) => type),
        output: tool!.output,
        assets: result.assets.map(({ assetId }) => assetId),
      }).toEqual({ outcome, events, output, assets })
      expect(tool!.errorCode).toBe(errorCode)
      if (state) expect(result.state).toEqual(state)
      expect([isResult(JSON.parse(JSON.stringify(result))), isResult.errors]).toEqual([true, null])
      const request = await readJson(join(folder, 'request'))
      expect(matches(ToolRequest, request)).toBe(true)
      expect(request.input).toEqual({ id: entry.id })
    },
  )
})
