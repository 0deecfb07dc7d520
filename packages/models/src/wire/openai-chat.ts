import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { type Delta, defaultMaxTokens, textAt, usageAt, type Wire } from './wire.ts'

/** `POST …/chat/completions`, as served by OpenAI, llama.cpp, LM Studio, KoboldCpp, vLLM, OpenRouter and others. */
export const openAiChat: Wire = {
  chatPath: '/chat/completions',
  framing: 'sse',
  headers: (key): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  body(request, { model, maxTokensField = 'max_tokens', schemaFields }) {
    const { messages, schema, temperature, topP, maxTokens = defaultMaxTokens, stop } = request
    return {
      model,
      messages: messages.map(({ role, content }) => ({ role, content })),
      stream: true,
      stream_options: { include_usage: true },
      [maxTokensField]: maxTokens,
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { top_p: topP }),
      ...(stop && stop.length > 0 && { stop: [...stop] }),
      ...(schema && {
        response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
        ...schemaFields,
      }),
    }
  },
  read(frame) {
    const failure = failureIn(frame)
    if (failure !== undefined) return { failure }
    const choice = Array.isArray(frame.choices) ? frame.choices[0] : undefined
    const usage = isJsonObject(frame.usage)
      ? { usage: usageAt(frame.usage, 'prompt_tokens', 'completion_tokens') }
      : undefined
    return { ...(isJsonObject(choice) && readChoice(choice)), ...usage }
  },
}

function readChoice(choice: JsonObject): Delta {
  const part = [choice.delta, choice.message].find(isJsonObject) ?? {}
  const refused = textAt(part, 'refusal') !== undefined
  // A whole message is complete, even if its server does not say so.
  const finish = finishOf(choice.finish_reason, refused) ?? (isJsonObject(choice.message) ? 'stop' : undefined)
  return {
    text: textAt(part, 'content'),
    reasoning: textAt(part, 'reasoning_content', 'reasoning', 'thinking'),
    ...(finish && { finish }),
  }
}

function finishOf(reason: unknown, refused: boolean): Delta['finish'] {
  if (refused || reason === 'content_filter') return 'refused'
  if (typeof reason !== 'string') return undefined
  return reason === 'length' ? 'length' : 'stop'
}

/** The message of `{error: {message}}` or `{error: "…"}`. */
export function failureIn({ error }: JsonObject): string | undefined {
  if (typeof error === 'string') return error
  return isJsonObject(error) ? (textAt(error, 'message', 'type') ?? 'unknown error') : undefined
}
