import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import spawn from 'cross-spawn'
import type { Attempt, AttemptFailure, ToolProgram } from '../runner/tool-runner.ts'
import { commandOf, explainStartError, findStartFailure } from './command.ts'
import { compileCache, scrubEnvironment } from './environment.ts'
import { origin } from './host-exit.ts'
import { markerName } from './platform/linux-orphans.ts'
import { platform, type ProcessTree } from './platform/platform.ts'
import { ToolProcess } from './tool-process.ts'

/** A command as a runner starts it. */
export interface ToolCommand {
  /** The program, by path or by its name in `PATH`. */
  file: string
  args: string[]
  /** The whole environment. */
  env: Record<string, string>
  /** A folder that replaces the `assetsDir` of a request that was not known when the command was made. Defaults to none. */
  scratchDir?: string
}

/** Returns the command that runs another one. */
export type Wrap = (command: ToolCommand, program: WrappedProgram) => ToolCommand

/** The program of a command. A tool that is started ahead of its request has none. */
export type WrappedProgram = ToolProgram & Partial<Pick<Attempt, 'request'>>

let started = 0

const emptyTree: ProcessTree = { terminate() {}, kill() {}, markExited() {}, hasOrphans: () => false }

/**
 * Starts a tool's process without a shell, with a scrubbed environment, as the leader of its own process group. Some errors
 * are reported later, by the process.
 */
export function startTool(program: WrappedProgram, wrap?: Wrap): ToolProcess | AttemptFailure {
  const { toolPath, cwd } = program
  // A launcher may find the tool where this host does not.
  const failure = wrap ? undefined : findStartFailure(toolPath)
  if (failure) return failure
  const command = commandOf(toolPath)
  // A launcher may run the tool where this folder does not exist, or must not be changed.
  const cache = wrap || command.file !== process.execPath ? {} : compileCache()
  const own = { ...command, env: scrubEnvironment(process.env, { ...cache, ...program.env }) }
  const { file, args, env, scratchDir }: ToolCommand = wrap ? wrap(own, program) : own
  const marker = `${origin}-${(started += 1)}`
  try {
    const child = spawn(file, args, {
      cwd,
      env: { ...env, [markerName]: marker },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: platform.hasGroups,
      windowsHide: true,
    }) as ChildProcessByStdio<Writable, Readable, Readable>
    // If no file descriptor is left, the child has no streams; its `error` event only repeats that.
    if (!(child.stdout as Readable | undefined)) {
      child.on('error', () => {})
      return explainStartError({ code: 'EMFILE', message: 'EMFILE' }, { toolPath, cwd })
    }
    // Without a pid there is nothing to end, and a signal to group 0 would reach this process.
    const tree = child.pid === undefined ? emptyTree : platform.treeOf(child.pid, marker)
    return new ToolProcess(child, tree, { launcher: wrap && file, scratchDir })
  } catch (error) {
    return explainStartError(error as NodeJS.ErrnoException, { toolPath, cwd, launcher: wrap && file })
  }
}
