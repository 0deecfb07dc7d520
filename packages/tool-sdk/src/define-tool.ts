import { type InputSchema, type InputOf, toJsonSchema } from './input/input-schema.ts'
import { isCalledByEntry } from './process/entry.ts'
import { keepPrintsOffStdout, willServe } from './process/keep-prints-off-stdout.ts'
import { serve } from './process/serve.ts'
import type { Tool, ToolDefinition } from './tool.ts'

if (willServe(import.meta.url)) keepPrintsOffStdout()

/**
 * Defines a tool. If the calling file is the entry file of the process, the tool also runs: it reads its request and ends the
 * process with exactly one `done` event, whatever happens.
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
  const { name, description, input, run } = definition
  const tool: Tool<Input> = {
    name,
    description,
    input,
    get inputJsonSchema() {
      return toJsonSchema(input)
    },
    run,
    start: () => serve(tool),
  }
  if (isCalledByEntry(import.meta.url)) tool.start()
  return tool
}
