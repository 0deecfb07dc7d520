import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { systemClock } from '../clock.ts'
import { openRegularFile } from '../files/open-regular-file.ts'
import { isInside, realPathOf } from '../plan/tool-roots.ts'
import { ProcessRunner, type ProcessRunnerOptions } from '../process/process-runner.ts'
import type { WrappedProgram } from '../process/start-tool.ts'
import { requireCount, requireNumbers } from '../require-numbers.ts'
import type { Attempt, AttemptFailure, RunningAttempt, ToolProgram, ToolRunner } from '../runner/tool-runner.ts'
import { bubblewrap, findProgram, skillFolderOf } from './bubblewrap.ts'
import { ScratchFolders } from './scratch-folders.ts'

/** Options of {@link SandboxRunner}. */
export interface SandboxRunnerOptions extends Omit<ProcessRunnerOptions, 'wrap'> {
  /** Returns whether a tool may use the network. Defaults to what its description demands. */
  allowNetwork?: (toolPath: string) => boolean
  /** Folders in addition to those of the system and the skill that tools may read, such as that of an interpreter. Defaults to none. */
  readable?: readonly string[]
  /** Most processes of a tool at a time. Not enforced for a host that runs as root. Defaults to 64. */
  maxProcesses?: number
  /** Most bytes of data of each process. Defaults to 1 GiB. */
  maxMemoryBytes?: number
}

/**
 * Runs tools under bubblewrap, on Linux: a tool sees the system's programs, its skill's folder and no other process, writes only to its
 * skill's data folder and its folder for assets, and has no network unless that is allowed. Where bubblewrap is missing, no tool runs, and
 * the failure `sandbox_missing` says how to get it.
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
  readonly #scratch: ScratchFolders
  // Searched for at the first tool: most executors run none in a sandbox.
  #bwrap: { path: string | undefined } | undefined

  /** @throws {RangeError} if a limit is not a non-negative number, or `maxProcesses` is not a positive integer */
  constructor({ allowNetwork, readable = [], maxProcesses = 64, ...options }: SandboxRunnerOptions = {}) {
    const { maxMemoryBytes = 1024 ** 3, ...limits } = options
    requireCount('maxProcesses', maxProcesses)
    requireNumbers({ maxMemoryBytes }, ['maxMemoryBytes'])
    this.#scratch = new ScratchFolders(options.clock ?? systemClock)
    this.#processes = new ProcessRunner({
      ...limits,
      wrap: (command, program) => {
        const folder = skillFolderOf(program.toolPath)
        const scratchDir = program.request ? undefined : this.#scratch.create()
        const wrapped = bubblewrap(this.#path!, command, {
          readable: [command.file, folder, ...readable].filter((path) => !path.startsWith('/usr/')),
          writable: writableFor(program, scratchDir),
          cwd: folder,
          network: allowNetwork ? allowNetwork(program.toolPath) === true : program.sandbox?.network === true,
          maxProcesses,
          maxMemoryBytes,
        })
        return scratchDir === undefined ? wrapped : { ...wrapped, scratchDir }
      },
    })
  }

  /** Starts an attempt in a sandbox of its own, in a prewarmed one if one waits. */
  start(attempt: Attempt): RunningAttempt {
    if (this.#path === undefined)
      return { outcome: Promise.resolve({ failure: missing(attempt.toolPath) }), cancel() {} }
    const running = this.#processes.start(attempt)
    void running.outcome.then(() => {
      if (running.scratchDir !== undefined) this.#scratch.release(running.scratchDir)
    })
    return {
      outcome: running.outcome,
      cancel: (how) => running.cancel(how),
      readAsset: (path) => readAsset(attempt, path, writableFor(attempt, running.scratchDir)),
    }
  }

  /** Starts sandboxes with `program` until `count` wait for requests or a limit is reached. */
  async prewarm(program: ToolProgram, count: number): Promise<void> {
    if (this.#path !== undefined) await this.#processes.prewarm(program, count)
  }

  /** Ends the sandboxes that wait for requests. */
  async dropPrewarmed(): Promise<void> {
    await this.#processes.dropPrewarmed()
  }

  /** Ends the sandboxes and removes their scratch folders. The executor has ended all attempts before. */
  async close(): Promise<void> {
    await this.#processes.close()
    this.#scratch.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  get #path(): string | undefined {
    this.#bwrap ??= { path: process.platform === 'linux' ? findProgram('bwrap') : undefined }
    return this.#bwrap.path
  }
}

/** Reads a file from the folders that the tool can write. It may name any file of the host, or a link to one. */
async function* readAsset(
  { toolPath }: Attempt,
  path: string,
  writable: readonly string[],
): AsyncGenerator<Uint8Array> {
  const opened = await openRegularFile(resolve(skillFolderOf(toolPath), path))
  if (typeof opened === 'string') throw new Error(`the file is ${opened === 'not_a_file' ? 'not regular' : opened}`)
  try {
    if (!isInside(opened.path, writable.map(realPathOf)))
      throw new Error('it lies outside the folders that the sandbox may write')
    yield* opened.file.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>
  } finally {
    await opened.file.close()
  }
}

/** The folder of the invocation's assets, if there is one, and that of the skill's data. */
function writableFor({ request, dataDir }: WrappedProgram, scratchDir: string | undefined): string[] {
  const folders = [scratchDir ?? request?.assetsDir ?? [], request?.skill?.dataDir || dataDir || []].flat()
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
