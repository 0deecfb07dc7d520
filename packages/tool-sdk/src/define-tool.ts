import { type InputSchema, type InputOf, toJsonSchema } from './input/input-schema.ts'
import { call, callDirectly, HostCheck } from './invocation/call-in-host.ts'
import { isCalledByEntry } from './process/entry.ts'
import { keepPrintsOffStdout, restorePrints, willServe } from './process/keep-prints-off-stdout.ts'
import { serve } from './process/serve.ts'
import type { Tool, ToolDefinition } from './tool.ts'

// An executor has set it when it was imported, which is before the file that imports it runs.
const isHost = () => Reflect.has(globalThis, Symbol.for('narratoria.host'))

if (!isHost() && willServe(import.meta.url)) keepPrintsOffStdout()

/**
 * Defines a tool. If the calling file is the entry file of the process, the tool also runs: it reads its request and ends the
 * process with exactly one `done` event, whatever happens. In a host, which has imported `@narratoria/executor` or
 * `@narratoria/runtime`, it does not run; a tool that imports one of them calls `start` itself.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { defineTool } from '@narratoria/tool-sdk'
 *
 * const hello = defineTool({
 *   name: 'hello',
 *   input: { type: 'object', properties: { name: { type: 'string' } } },
 *   run({ name = 'world' }, { narrate }) {
 *     narrate(`Hello, ${name}!`)
 *   },
 * })
 * assert.deepEqual(Object.keys(hello.inputJsonSchema ?? {}), ['type', 'properties'])
 * ```
 */
export function defineTool<const Schema extends InputSchema | undefined = undefined, Input = InputOf<Schema>>(
  definition: ToolDefinition<Schema, Input>,
): Tool<Input> {
  const { name, description, input, triggers = [name.replaceAll(/[-_]+/g, ' ')], run } = definition
  const tool: Tool<Input> = {
    name,
    description,
    input,
    get inputJsonSchema() {
      return toJsonSchema(input)
    },
    triggers,
    run,
    call: (request, options) => call(tool, check, request, options),
    invoke: (given = {}, options) => callDirectly(tool, check, given, options),
    start: () => serve(tool),
  }
  const check = new HostCheck(tool)
  if (isHost()) restorePrints()
  else if (isCalledByEntry(import.meta.url)) tool.start()
  return tool
}
