import { Executor, type ExecutorOptions } from '@narratoria/executor'
import type { ToolInvocation } from '@narratoria/protocol'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Skill } from '@narratoria/skills'
import { sampleSkill } from '../../src/testing/index.ts'

/** Small tools with one way to fail each. Each appends to a file `runs-NAME`, so that its runs can be counted. */
const programs: Record<string, string> = {
  good: `event({ type: 'ui_event', event: 'narration', payload: { text: 'All is well.' } }); patch({ good: true }); done(true)`,
  teller: `event({ type: 'ui_event', event: 'narration', payload: { text: 'And so it goes.' } }); done(true)`,
  refuses: `done(false, 'The lamp is wet.')`,
  crashes: `event({ type: 'ui_event', event: 'narration', payload: { text: 'It begins' } }); setTimeout(() => process.exit(3), 50)`,
  killed: `process.kill(process.pid, 'SIGKILL')`,
  garbage: `process.stdout.write('this is not an event\\n'); setTimeout(() => {}, 60_000)`,
  foreign: `event({ type: 'dance' }); done(true)`,
  silent: ``,
  hangs: `setTimeout(() => {}, 60_000)`,
  flaky: `if (runs() > 2) { patch({ flaky: runs() }); done(true) } else { event({ type: 'error', errorCode: 'busy', errorMessage: 'try again', details: { retryable: true } }); done(false) }`,
  busy: `event({ type: 'error', errorCode: 'busy', errorMessage: 'try again', details: { retryable: true } }); done(false)`,
  stubborn: `event({ type: 'error', errorCode: 'no', errorMessage: 'never', details: { retryable: false } }); done(false)`,
  mistyped: `event({ type: 'log', level: 7, message: [] }); done(true)`,
  outdated: `event({ version: '9', type: 'log', level: 'info', message: 'x' }); done(true)`,
  binary: `process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a])); done(true)`,
  torn: `process.stdout.write('{"version":"0","type":"done","o')`,
  endless: `process.stdout.write('x'.repeat(200_000)); done(true)`,
  chatty: `for (let n = 0; n < 100; n += 1) event({ type: 'log', level: 'info', message: 'x' }); done(true)`,
  gushing: `for (let n = 0; n < 30; n += 1) event({ type: 'log', level: 'info', message: 'x'.repeat(50_000) }); done(true)`,
  picky: `done(true)`,
  late: `event({ type: 'ui_event', event: 'narration', payload: { text: 'Done.' } }); done(true); process.exitCode = 4`,
}

const prelude = (name: string) => `#!/usr/bin/env node
import { appendFileSync, readFileSync } from 'node:fs'
const log = new URL('./runs-${name}', import.meta.url)
appendFileSync(log, '+')
const runs = () => readFileSync(log, 'utf8').length
const event = (fields) => process.stdout.write(JSON.stringify({ version: '0', ...fields }) + '\\n')
const patch = (changes) => event({ type: 'state_patch', patch: changes })
const done = (ok, summary) => event({ type: 'done', ok, summary })
`

/** Real tools, a skill for each, and executors for them. */
export interface World {
  folder: string
  skills: Skill[]
  executor: Executor
  /** An executor with a limit of 500 ms for a plan. */
  hurried: Executor
  tool: (name: string, more?: Partial<ToolInvocation>) => ToolInvocation
  runs: (name: string) => number
}

export function createWorld(read: (path: string) => string): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'narratoria-narrator-')))
  const pathOf = (name: string) => join(folder, name, `${name}.${name === 'forbidden' ? 'sh' : 'mjs'}`)
  const names = [...Object.keys(programs), 'missing', 'forbidden']
  for (const [name, program] of Object.entries({ ...programs, forbidden: 'done(true)' })) {
    mkdirSync(join(folder, name))
    writeFileSync(pathOf(name), prelude(name) + program)
    chmodSync(pathOf(name), name === 'forbidden' ? 0o644 : 0o755)
  }
  const options: ExecutorOptions = {
    roots: [folder],
    toolTimeoutMs: 5_000,
    planTimeoutMs: 30_000,
    killGraceMs: 200,
    limits: { maxLineBytes: 100_000, maxEvents: 50, maxOutputBytes: 1_000_000 },
    describeTool: (path) => {
      if (path === pathOf('hangs')) return { timeoutMs: 1_000 }
      return path === pathOf('picky') ? { inputSchema: { type: 'object', required: ['word'] } } : undefined
    },
  }
  const executor = new Executor(options)
  const hurried = new Executor({ ...options, planTimeoutMs: 500 })
  afterAll(async () => {
    await Promise.all([executor.close(), hurried.close()])
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    folder,
    executor,
    hurried,
    skills: names.map((name) =>
      sampleSkill({ name, path: join(folder, name), scripts: [{ name, path: pathOf(name) }] }),
    ),
    tool: (name, more) => ({
      toolId: name,
      toolPath: pathOf(name),
      input: {},
      retryPolicy: { maxRetries: 0 },
      ...more,
    }),
    runs: (name) => {
      try {
        return read(join(folder, name, `runs-${name}`)).length
      } catch {
        return 0
      }
    },
  }
}
