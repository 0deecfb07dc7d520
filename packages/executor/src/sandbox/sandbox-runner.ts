import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { openRegularFile } from '../files/open-regular-file.ts'
import { isInside, realPathOf } from '../plan/tool-roots.ts'
import { ProcessRunner, type ProcessRunnerOptions } from '../process/process-runner.ts'
import { requireCount, requireNumbers } from '../require-numbers.ts'
import type { Attempt, AttemptFailure, RunningAttempt, ToolRunner } from '../runner/tool-runner.ts'
import { bubblewrap, findProgram, skillFolderOf } from './bubblewrap.ts'

/** Options of {@link SandboxRunner}. */
export interface SandboxRunnerOptions extends Omit<ProcessRunnerOptions, 'wrap' | 'prewarm'> {
  /** Returns whether a tool may use the network. Defaults to none. */
  allowNetwork?: (toolPath: string) => boolean
  /** Folders besides those of the system and the skill that tools may read, such as that of an interpreter. Defaults to none. */
  readable?: readonly string[]
  /** Most processes of a tool at a time. Not enforced for a host that runs as root. Defaults to 64. */
  maxProcesses?: number
  /** Most bytes of data of each process. Defaults to 1 GiB. */
  maxMemoryBytes?: number
}

/**
 * Runs tools under bubblewrap, on Linux: a tool sees the system's programs, its skill's folder and no other process, writes only to its
 * skill's data folder and its folder for assets, and has no network unless that is allowed. Each is started cold. Where bubblewrap is
 * missing, no tool runs, and the failure `sandbox_missing` says how to get it.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createPlan, Executor, SandboxRunner } from '@narratoria/executor'
 *
 * const executor = new Executor({ runner: new SandboxRunner() })
 * const { success } = await executor.execute(createPlan(['./missing.mjs']))
 * assert.equal(success, false)
 * await executor.close()
 * ```
 */
export class SandboxRunner implements ToolRunner {
  readonly #processes: ProcessRunner
  readonly #bwrap = process.platform === 'linux' ? findProgram('bwrap') : undefined

  /** @throws {RangeError} if a limit is not a non-negative number, or `maxProcesses` is not a positive integer */
  constructor({ allowNetwork, readable = [], maxProcesses = 64, ...options }: SandboxRunnerOptions = {}) {
    const { maxMemoryBytes = 1024 ** 3, ...limits } = options
    requireCount('maxProcesses', maxProcesses)
    requireNumbers({ maxMemoryBytes }, ['maxMemoryBytes'])
    this.#processes = new ProcessRunner({
      ...limits,
      wrap: (command, program) => {
        const folder = skillFolderOf(program.toolPath)
        return bubblewrap(this.#bwrap!, command, {
          readable: [command.file, folder, ...readable].filter((path) => !path.startsWith('/usr/')),
          writable: program.request ? writableFor(program.request) : [],
          cwd: folder,
          network: allowNetwork?.(program.toolPath) === true,
          maxProcesses,
          maxMemoryBytes,
        })
      },
    })
  }

  /** Starts an attempt in a sandbox of its own. */
  start(attempt: Attempt): RunningAttempt {
    if (this.#bwrap === undefined)
      return { outcome: Promise.resolve({ failure: missing(attempt.toolPath) }), cancel() {} }
    const running = this.#processes.start(attempt)
    return {
      outcome: running.outcome,
      cancel: (how) => running.cancel(how),
      readAsset: (path) => readAsset(attempt, path),
    }
  }

  async close(): Promise<void> {
    await this.#processes.close()
  }
}

/** Reads a file from the folders that the tool can write. It may name any file of the host, or a link to one. */
async function* readAsset({ request, toolPath }: Attempt, path: string): AsyncGenerator<Uint8Array> {
  const opened = await openRegularFile(resolve(skillFolderOf(toolPath), path))
  if (typeof opened === 'string') throw new Error(`the file is ${opened === 'not_a_file' ? 'not regular' : opened}`)
  try {
    if (!isInside(opened.path, writableFor(request).map(realPathOf)))
      throw new Error('it lies outside the folders that the sandbox may write')
    yield* opened.file.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>
  } finally {
    await opened.file.close()
  }
}

/** The folder of the invocation's assets, if there is one, and that of the skill's data. */
function writableFor({ assetsDir, skill }: Attempt['request']): string[] {
  const folders = [assetsDir ?? [], skill?.dataDir || []].flat()
  for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folders
}

function missing(toolPath: string): AttemptFailure {
  const how =
    process.platform === 'linux'
      ? 'install the package "bubblewrap" of your system'
      : 'it exists only on Linux; run the skill in a container'
  return {
    errorCode: 'sandbox_missing',
    error: `The tool ${toolPath} may only run in a sandbox, and bubblewrap was not found: ${how}, or trust the skill's folder.`,
    retryable: false,
  }
}
