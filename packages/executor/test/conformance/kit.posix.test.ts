import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type JsonObject, matches, ToolRequest } from '@narratoria/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { type Clock, Executor } from '../../src/index.ts'
import { planOf } from '../world.ts'

type Part = { text: string } | { base64: string } | { repeat: string; times: number }

interface Case {
  kind: 'invocation' | 'merge' | 'request'
  id: string
  stdout: Part[]
  exitCode: number | null
  exitSignal?: string
  timedOut?: boolean
  outstayed?: boolean
  files?: Record<string, 'file' | 'directory' | 'unreadable'>
  options?: { maxLineBytes?: number; maxEvents?: number }
  state?: JsonObject
  expect: {
    outcome: 'completed' | 'failed'
    errorCode?: string
    events: string[]
    output: JsonObject
    state?: JsonObject
    assets: string[]
    problems: { code: string; line?: number }[]
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

/** The last command of a replay. */
function endOf({ exitCode, exitSignal, timedOut, outstayed }: Case): string {
  if (exitSignal) return `ulimit -c 0; kill -${exitSignal.slice(3)} $$`
  if (timedOut || (outstayed && exitCode === null)) return 'touch written; exec sleep 60'
  return `${outstayed ? 'sleep 60 & ' : ''}exit ${exitCode}`
}

/** Writes a tool that replays a case's output in chunks of `step` bytes, and its asset files. */
async function writeReplay(folder: string, entry: Case, step: number): Promise<void> {
  const { stdout, files = {} } = entry
  await writeFile(join(folder, 'output'), bytesOf(stdout))
  const play = `cat > request\ndd if=output bs=${step} 2> /dev/null\n${endOf(entry)}`
  await writeFile(join(folder, 'replay'), `#!/bin/sh\n${play}\n`, { mode: 0o755 })
  for (const [path, kind] of Object.entries(files)) {
    await mkdir(kind === 'directory' ? join(folder, path) : dirname(join(folder, path)), { recursive: true })
    if (kind !== 'directory') await writeFile(join(folder, path), 'x', { mode: kind === 'file' ? 0o644 : 0 })
  }
}

/** The system's time, but an attempt's limit passes when `due` returns true, and grace periods are five times shorter. */
function createClock(due: () => boolean): Clock {
  let passed = 0
  const now = () => systemClock.now() + passed
  return {
    now,
    after(delayMs, callback) {
      if (delayMs < 20_000) return systemClock.after(delayMs / 5, callback)
      if (delayMs > 60_000) return systemClock.after(delayMs, callback)
      let stop: () => void
      const look = () => {
        if (!due()) return (stop = systemClock.after(10, look))
        passed += delayMs
        stop = systemClock.after(10, callback)
      }
      look()
      return () => stop()
    },
  }
}

/** The executor's messages for the judge's codes of assets. */
const assetWords: Record<string, RegExp> = {
  duplicate_asset_id: /Duplicate assetId/,
  invalid_media_type: /is not a media type/,
  asset_missing: /There is no file at/,
  asset_not_a_file: /is not a regular file/,
  asset_unreadable: /cannot be read/,
}

const canReadAll = process.getuid?.() === 0 || process.platform === 'win32'

describe('the executor', () => {
  it.for(cases.map((entry) => [entry.id, entry] as const))(
    '001 §5.1, 001 §11, 001 §13.7: agrees with the conformance kit on %s',
    async ([, entry], { skip }) => {
      // Root can read everything; test/execution/unreadable.test.ts uses another user.
      if (canReadAll && Object.values(entry.files ?? {}).includes('unreadable')) skip()
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'narratoria-kit-')))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const clock = createClock(() => entry.timedOut === true && existsSync(join(folder, 'written')))
      const executor = new Executor({ cwd: folder, limits: entry.options ?? {}, clock, planTimeoutMs: 1e9 })
      onTestFinished(() => executor.close())
      await writeReplay(folder, entry, bytesOf(entry.stdout).length > 20_000 ? 60_000 : 7)
      const retryPolicy = { maxRetries: 0 }
      const plan = planOf([{ toolId: 'replay', toolPath: 'replay', input: { id: entry.id }, retryPolicy }])
      const result = await executor.execute(plan, { state: entry.state ?? {} })
      const [tool] = result.toolResults
      const { outcome, events, output, assets, errorCode, state, problems } = entry.expect
      expect({
        errorCode: tool!.errorCode,
        state: tool!.state,
        events: tool!.events.map(({ type }) => type),
        output: tool!.output,
        assets: result.assets.map(({ assetId }) => assetId),
      }).toEqual({ errorCode, state: errorCode === 'timeout' ? 'timeout' : outcome, events, output, assets })
      const bad = problems.find(({ code }) => code === errorCode)
      if (bad?.line !== undefined && errorCode !== 'too_many_events') {
        expect(tool!.error).toContain(`on line ${bad.line}:`)
      }
      if (outcome === 'completed') {
        const refused = problems.filter(({ code }) => code in assetWords)
        const warnings = (result.warnings ?? []).filter((warning) => warning.includes('was not registered'))
        expect(warnings).toEqual(refused.map(({ code }) => expect.stringMatching(assetWords[code]!) as string))
      }
      if (state) expect(result.state).toEqual(state)
      expect([isResult(JSON.parse(JSON.stringify(result))), isResult.errors]).toEqual([true, null])
      const request = await readJson(join(folder, 'request'))
      expect(matches(ToolRequest, request)).toBe(true)
      expect(request.input).toEqual({ id: entry.id })
    },
  )
})
