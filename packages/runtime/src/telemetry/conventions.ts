/** The instrumentation scope of all spans and metrics. */
export const scope = '@narratoria/runtime'

/** Names of the semantic conventions for generative AI, which are still in development. */
export const genAi = {
  operation: 'gen_ai.operation.name',
  agent: 'gen_ai.agent.name',
  conversation: 'gen_ai.conversation.id',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  maxTokens: 'gen_ai.request.max_tokens',
  temperature: 'gen_ai.request.temperature',
  topP: 'gen_ai.request.top_p',
  stop: 'gen_ai.request.stop_sequences',
  outputType: 'gen_ai.output.type',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  tokenType: 'gen_ai.token.type',
  toolName: 'gen_ai.tool.name',
  toolCall: 'gen_ai.tool.call.id',
  toolType: 'gen_ai.tool.type',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
} as const

/** Names for what the conventions do not cover. */
export const own = {
  turn: 'narratoria.turn.id',
  seq: 'narratoria.turn.seq',
  status: 'narratoria.turn.status',
  plans: 'narratoria.turn.plans',
  fallback: 'narratoria.fallback',
  planner: 'narratoria.planner',
  planAttempt: 'narratoria.plan.attempt',
  planTools: 'narratoria.plan.tools',
  toolAttempt: 'narratoria.tool.attempt',
  exitCode: 'narratoria.tool.exit_code',
  refused: 'narratoria.tool.refused',
} as const

/** Messages in the form of the conventions, as JSON. */
export function messagesJson(messages: readonly { role: string; content: string }[]): string {
  return JSON.stringify(messages.map(({ role, content }) => ({ role, parts: [{ type: 'text', content }] })))
}
