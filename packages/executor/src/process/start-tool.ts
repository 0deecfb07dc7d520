import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import spawn from 'cross-spawn'
import type { AttemptFailure, ToolProgram } from '../runner/tool-runner.ts'
import { commandOf, explainStartError, findStartFailure } from './command.ts'
import { scrubEnvironment } from './environment.ts'
import { origin } from './origin.ts'
import { markerName } from './platform/linux-orphans.ts'
import { platform, type ProcessTree } from './platform/platform.ts'
import { ToolProcess } from './tool-process.ts'

let started = 0

const emptyTree: ProcessTree = { terminate() {}, kill() {}, markExited() {}, hasOrphans: () => false }

/**
 * Starts a tool's process without a shell, with a scrubbed environment, as the leader of its own process group. Some errors
 * are reported later, by the process.
 */
export function startTool({ toolPath, cwd, env }: ToolProgram): ToolProcess | AttemptFailure {
  const failure = findStartFailure(toolPath)
  if (failure) return failure
  const { file, args } = commandOf(toolPath)
  const marker = `${origin}-${(started += 1)}`
  try {
    const child = spawn(file, args, {
      cwd,
      env: { ...scrubEnvironment(process.env, env), [markerName]: marker },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: platform.hasGroups,
      windowsHide: true,
    }) as ChildProcessByStdio<Writable, Readable, Readable>
    // If no file descriptor is left, the child has no streams; its `error` event only repeats that.
    if (!(child.stdout as Readable | undefined)) {
      child.on('error', () => {})
      return explainStartError({ code: 'EMFILE', message: 'EMFILE' }, toolPath, cwd)
    }
    // Without a pid there is nothing to end, and a signal to group 0 would reach this process.
    const tree = child.pid === undefined ? emptyTree : platform.treeOf(child.pid, marker)
    return new ToolProcess(child, tree)
  } catch (error) {
    return explainStartError(error as NodeJS.ErrnoException, toolPath, cwd)
  }
}
