import { prepareInputCheck } from '../input/check-input.ts'
import { isStandardSchema } from '../input/input-schema.ts'
import { createEmitter, type Emitter } from '../emitter.ts'
import { fail, invoke, terminated } from '../invocation/invoke.ts'
import type { AnyTool } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import { keepPrintsOffStdout } from './keep-prints-off-stdout.ts'
import { readRequest } from './read-request.ts'
import { createTermination } from './termination.ts'
import { warmUp } from './warm-up.ts'
import { writeLine } from './write-line.ts'

let serving = false

/** Runs the tool with the request on standard input and ends the process. */
export function serve(tool: AnyTool): void {
  if (serving) return
  serving = true
  keepPrintsOffStdout()
  const emitter = createEmitter((line) => writeLine(1, line))
  failOnEarlyEnd(emitter)
  // Deferred: the file that defines the tool is still being evaluated.
  setImmediate(() => void serveOnce(tool, emitter))
}

async function serveOnce(tool: AnyTool, emitter: Emitter): Promise<void> {
  const termination = createTermination(() => fail(emitter, terminated()))
  try {
    const checkInput = await prepareInputCheck(tool.input)
    await warmUp(tool.input && isStandardSchema(tool.input) ? undefined : checkInput)
    const request = readRequest(0)
    await invoke(tool, { request, input: request.input, emitter, checkInput, ...termination })
  } catch (error) {
    fail(emitter, error)
  }
  process.exit(termination.isAborted() ? 143 : 0)
}

// The exit code stays 0: `done` reports the failure.
function failOnEarlyEnd(emitter: Emitter): void {
  process.on('uncaughtException', (error) => {
    fail(emitter, error)
    process.exit(0)
  })
  process.on('beforeExit', () => {
    const message = 'run() never settled: it waits for something that can no longer happen.'
    fail(emitter, new ToolError('never_settled', message))
  })
  process.on('exit', (code) => {
    fail(emitter, new ToolError('exited_early', `The process ended itself with code ${code} before run() had settled.`))
  })
}
