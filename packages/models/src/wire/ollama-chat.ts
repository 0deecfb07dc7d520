import { isJsonObject } from '@narratoria/protocol'
import { failureIn } from './openai-chat.ts'
import { defaultMaxTokens, textAt, usageAt, type Wire } from './wire.ts'

/**
 * `POST /api/chat` of Ollama. `think` is never sent: some versions ignore the schema with `false`, and some models refuse it.
 * `num_ctx` is always sent where the context is known, because Ollama otherwise cuts long prompts without an error.
 */
export const ollamaChat: Wire = {
  chatPath: '/api/chat',
  framing: 'ndjson',
  headers: (key): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  body({ messages, schema, temperature, topP, maxTokens = defaultMaxTokens, stop }, { model, contextTokens }) {
    return {
      model,
      messages: messages.map(({ role, content }) => ({ role, content })),
      stream: true,
      options: {
        num_predict: maxTokens,
        ...(contextTokens !== undefined && { num_ctx: contextTokens }),
        ...(temperature !== undefined && { temperature }),
        ...(topP !== undefined && { top_p: topP }),
        ...(stop && stop.length > 0 && { stop: [...stop] }),
      },
      ...(schema && { format: schema }),
    }
  },
  read(frame) {
    const failure = failureIn(frame)
    if (failure !== undefined) return { failure }
    const message = isJsonObject(frame.message) ? frame.message : {}
    return {
      text: textAt(message, 'content'),
      reasoning: textAt(message, 'thinking'),
      ...(frame.done === true && {
        finish: frame.done_reason === 'length' ? 'length' : 'stop',
        usage: usageAt(frame, 'prompt_eval_count', 'eval_count'),
      }),
    }
  },
}
