import type { InputCheck } from '../input/check-input.ts'
import { createEmitter } from '../emitter.ts'
import { invoke } from '../invocation/invoke.ts'
import type { AnyTool } from '../tool.ts'
import { completeRequest, parseFirstLine } from './read-request.ts'
import { writeLine } from './write-line.ts'

const emptyTool: Pick<AnyTool, 'run'> = { run: (_, { log }) => log('') }

/**
 * Runs an empty invocation without output, so that the code from request to `done` is compiled before the request arrives in
 * a prewarmed process. Runs nothing of the tool itself.
 *
 * @param checkInput an input check that runs no code of the tool's author
 */
export async function warmUp(checkInput: InputCheck | undefined): Promise<void> {
  const request = completeRequest(parseFirstLine([Buffer.from('{"version":"0","input":{}}\n')])!)
  const emitter = createEmitter((line) => writeLine(1, line.slice(0, 0)))
  await invoke(emptyTool, {
    request,
    input: request.input,
    emitter,
    checkInput: (input) => input,
    signal: () => undefined as never,
    isAborted: () => false,
  })
  try {
    await checkInput?.({})
  } catch {
    // The schema may refuse an empty object.
  }
}
