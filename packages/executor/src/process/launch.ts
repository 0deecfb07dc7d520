import type { ChildProcessByStdio } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import spawn from 'cross-spawn'
import type { RunFailure, WarmTool } from '../runner/tool-runner.ts'
import { commandOf, explainStartError, findStartFailure } from './command.ts'
import { scrubEnvironment } from './environment.ts'
import { markerName } from './platform/linux-strays.ts'
import { platform, type ProcessTree } from './platform/platform.ts'
import { ToolProcess } from './tool-process.ts'

// Other threads of this process, and other copies of this package in it, launch tools too.
const origin = `${process.pid}-${randomUUID()}`
let launches = 0

const nothing: ProcessTree = { ask() {}, kill() {}, noteExit() {}, hasRest: () => false }

/**
 * Starts a tool's process: without a shell, with a scrubbed environment, as the leader of its own
 * group. Some errors come later, as `error` of the child.
 */
export function launch({ toolPath, cwd, env }: WarmTool): ToolProcess | RunFailure {
  const failure = findStartFailure(toolPath)
  if (failure) return failure
  const { file, args } = commandOf(toolPath)
  const marker = `${origin}-${(launches += 1)}`
  try {
    const child = spawn(file, args, {
      cwd,
      env: { ...scrubEnvironment(process.env, env), [markerName]: marker },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: platform.hasGroups,
      windowsHide: true,
    }) as ChildProcessByStdio<Writable, Readable, Readable>
    // Without a descriptor to spare there are not even streams; what is told of it later only repeats that.
    if (!(child.stdout as Readable | undefined)) {
      child.on('error', () => {})
      return explainStartError({ code: 'EMFILE', message: 'EMFILE' }, toolPath, cwd)
    }
    // One that could not be started leaves nothing to end; a signal to group 0 would be for ourselves.
    const tree = child.pid === undefined ? nothing : platform.treeOf(child.pid, marker)
    return new ToolProcess(child, tree)
  } catch (error) {
    return explainStartError(error as NodeJS.ErrnoException, toolPath, cwd)
  }
}
