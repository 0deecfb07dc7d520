import { type InputSchema, type InputOf, toJsonSchema } from './input/input-schema.ts'
import { isCalledByEntry } from './process/entry.ts'
import { keepPrintsOffStdout, willServe } from './process/keep-prints-off-stdout.ts'
import { serve } from './process/serve.ts'
import type { Tool, ToolDefinition } from './tool.ts'

if (willServe(import.meta.url)) keepPrintsOffStdout()

/**
 * Defines a tool. Where the calling file is the process's entry, the tool also runs: it reads its request, and the
 * process ends with exactly one `done` whatever happens. Imported by anything else, it waits.
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
