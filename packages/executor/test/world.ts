import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ExecutionResult, Plan, ToolInvocation, ToolRequest } from '@narratoria/protocol'
import { onTestFinished } from 'vitest'
import { type Clock, Executor, type ExecutorOptions } from '../src/index.ts'

const fixtures = new URL('fixtures/tools/', import.meta.url)

/** Creates a folder with every fixture tool in `tools/`, removed when the test ends. */
export async function createFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'narratoria-executor-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(fixtures, join(folder, 'tools'), { recursive: true })
  return folder
}

/** Whether a world's tools are started with or ahead of their requests. */
export type StartMode = 'cold' | 'prewarmed'

/** Creates an executor in its own folder, closed when the test ends. */
export async function createWorld({ mode = 'cold', ...options }: ExecutorOptions & { mode?: StartMode } = {}): Promise<{
  folder: string
  executor: Executor
}> {
  const folder = await createFolder()
  const executor = new Executor({ cwd: folder, killGraceMs: 300, ...options })
  onTestFinished(() => executor.close({ force: true }))
  if (mode === 'prewarmed') prewarmEverything(executor, options.describeTool)
  return { folder, executor }
}

// Prewarms every tool of a plan before it runs.
function prewarmEverything(executor: Executor, describeTool: ExecutorOptions['describeTool']): void {
  const execute = executor.execute.bind(executor)
  const describeWarm = async (path: string) => ({ ...(await describeTool?.(path)), prewarm: true })
  executor.execute = async (plan, options) => {
    if (typeof plan === 'object') {
      for (const { toolPath } of plan.tools) await executor.prewarm(toolPath, { describeTool: describeWarm })
      await untilIdle()
    }
    return execute(plan, { ...options, describeTool: options?.describeTool ?? describeWarm })
  }
}

/** A plan of `tools`; a string is the name of a fixture, used as toolId too. */
export function planOf(tools: (string | ToolInvocation)[], rest: Partial<Plan> = {}): Plan {
  return {
    requestId: randomUUID(),
    tools: tools.map((tool) => (typeof tool === 'string' ? toolOf(tool) : tool)),
    ...rest,
  }
}

/** An invocation of a fixture tool without retries. */
export function toolOf(fixture: string, rest: Partial<ToolInvocation> = {}): ToolInvocation {
  return {
    toolId: fixture.replace(/\.\w+$/, ''),
    toolPath: `tools/${fixture}`,
    retryPolicy: { maxRetries: 0 },
    ...rest,
  }
}

/** Writes an executable into a folder. */
export async function writeTool(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  await chmod(path, 0o755)
  return name
}

/** The payload that the fixture `request.mjs` reported. */
export function reportOf(result: ExecutionResult, toolId = 'request') {
  const events = result.toolResults.find((tool) => tool.toolId === toolId)?.events ?? []
  const report = events.find((event) => event.type === 'ui_event')?.payload
  return report as unknown as {
    request: ToolRequest
    env: Record<string, string>
    argv: string[]
    cwd: string
    node: string
  }
}

/** The lines that tools appended to the file `journal` in `folder`. */
export async function readJournal(folder: string): Promise<string[]> {
  return (await readFile(join(folder, 'journal'), 'utf8').catch(() => '')).split('\n').filter(Boolean)
}

/** Whether the environment of processes can be read, as on Linux. */
export const canListProcesses = existsSync('/proc/self/environ')

/**
 * The command lines of running processes that an executor of the process `host` has started; empty where the system does not
 * provide them.
 */
export function listLeftProcesses(host = process.pid): string[] {
  return readProcesses(host, (pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim())
}

/**
 * Waits, at most 5 s, until the tools of this process have started and wait for something: all of them sleep, and none
 * has used processor time between two looks. Resolves at once where the system does not list processes.
 */
export async function untilIdle(): Promise<void> {
  let last: string | undefined
  for (let looks = 0; canListProcesses && looks < 250; looks += 1) {
    // The state of a process is the 3rd field, its processor time the 14th and 15th.
    const looked = readProcesses(process.pid, (pid) => {
      const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')
      const [state, , , , , , , , , , , user, system] = fields.split(' ')
      return `${pid} ${state} ${user} ${system}`
    })
    const now = looked.join('\n')
    if (now === last && !/ R /.test(now)) return
    last = now
    await setTimeout(20)
  }
}

/** What `read` returns for the processes that an executor of the process `host` has started. */
function readProcesses(host: number, read: (pid: string) => string): string[] {
  if (!canListProcesses) return []
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
        return environment.includes(`NARRATORIA_ATTEMPT=${host}-`) ? [read(pid)] : []
      } catch {
        return []
      }
    })
}

/** A clock whose time passes when `pass` is called. */
export function createManualClock(): { clock: Clock; pass: (ms: number) => void } {
  let now = 0
  const timers = new Set<{ at: number; callback: () => void }>()
  return {
    clock: {
      now: () => now,
      after(delayMs, callback) {
        const timer = { at: now + delayMs, callback }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    },
    pass(ms) {
      now += ms
      for (const timer of [...timers].toSorted((left, right) => left.at - right.at))
        if (timer.at <= now && timers.delete(timer)) timer.callback()
    },
  }
}

/** The command lines of running processes that end with `args`. */
export function listProcessesOf(args: string): string[] {
  const lines = execFileSync('ps', ['-A', '-o', 'stat=,args=']).toString().split('\n')
  return lines.filter((line) => !line.startsWith('Z') && line.endsWith(` ${args}`))
}
