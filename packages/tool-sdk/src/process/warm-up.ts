import type { InputCheck } from '../input/check-input.ts'
import { createEmitter } from '../invocation/emitter.ts'
import { invoke } from '../invocation/invoke.ts'
import type { AnyTool } from '../tool.ts'
import { completeRequest, parseFirstLine } from './read-request.ts'
import { writeLine } from './write-line.ts'

const nothing: AnyTool = {
  name: '',
  description: undefined,
  input: undefined,
  inputJsonSchema: undefined,
  run: (_, { log }) => log(''),
  start() {},
}

/**
 * Serves an invocation that comes from nowhere and goes nowhere, so that the code on the way from request to `done` is
 * compiled before the request is there: a tool that was started early has paid by then. Nothing of the tool itself runs.
 *
 * @param checkInput a check of the input that runs no code of the tool's author
 */
export async function warmUp(checkInput: InputCheck | undefined): Promise<void> {
  const request = completeRequest(parseFirstLine([Buffer.from('{"version":"0","input":{}}\n')])!)
  const emitter = createEmitter((line) => writeLine(1, line.slice(0, 0)))
  await invoke(nothing, {
    request,
    emitter,
    checkInput: (input) => input,
    // Not asked for: the machinery of a real one is loaded by the tools that use it.
    signal: () => undefined as never,
    isAborted: () => false,
  })
  try {
    await checkInput?.({})
  } catch {
    // A schema need not allow an empty object.
  }
}
