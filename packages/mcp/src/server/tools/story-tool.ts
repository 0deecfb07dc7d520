import { NarratoriaError } from '@narratoria/protocol'
import {
  type CallToolResult,
  fromJsonSchema,
  type McpServer,
  type ServerContext,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'
import type { Answer } from '../stories/answer.ts'
import type { RunningCalls } from '../../running-calls.ts'
import type { Stories } from '../stories/stories.ts'

/** One tool of the server. */
export interface StoryTool<Input extends TObject = TObject> {
  name: string
  title: string
  description: string
  input: Input
  annotations: ToolAnnotations
  run(input: Static<Input>, call: { stories: Stories; context: ServerContext }): Promise<Answer>
}

/** Declares a tool. The input is typed from its schema. */
export function defineStoryTool<Input extends TObject>(tool: StoryTool<Input>): StoryTool {
  return tool as unknown as StoryTool
}

/** Tools that only read. */
export const reads: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }
/** Tools that change a story. Nothing is ever deleted. */
export const writes: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}

/** Registers a tool. What a model can correct becomes a result with `isError`. */
export function addStoryTool(
  server: McpServer,
  tool: StoryTool,
  { stories, calls }: { stories: Stories; calls: RunningCalls },
): void {
  const { name, title, description, input, annotations } = tool
  const inputSchema = fromJsonSchema<Record<string, unknown>>(JSON.parse(JSON.stringify(input)))
  server.registerTool(name, { title, description, inputSchema, annotations }, async (values, context) => {
    try {
      return toResult(await calls.follow(tool.run(values as never, { stories, context })), stories)
    } catch (error) {
      return toResult(explain(error, stories), stories)
    }
  })
}

function toResult(answer: Answer, stories: Stories): CallToolResult {
  const { text, data, isError } = stories.host.skills.maskSecrets(answer)
  return { content: [{ type: 'text', text }], structuredContent: data, ...(isError && { isError }) }
}

function explain(error: unknown, stories: Stories): Answer {
  if (!(NarratoriaError.isInstance(error) || error instanceof TypeError || error instanceof RangeError)) {
    stories.report(error)
    const message = 'Something went wrong in Narratoria. Nothing of the story is lost.'
    return { text: message, data: { error: { code: 'internal_error', message } }, isError: true }
  }
  const code = NarratoriaError.isInstance(error) ? error.code : 'invalid_input'
  return { text: error.message, data: { error: { code, message: error.message } }, isError: true }
}
