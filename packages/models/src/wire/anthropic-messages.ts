import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { failureIn } from './openai-chat.ts'
import { type Delta, defaultMaxTokens, textAt, usageAt, type Wire } from './wire.ts'

/** `POST /v1/messages` of Anthropic. */
export const anthropicMessages: Wire = {
  chatPath: '/v1/messages',
  framing: 'sse',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) }),
  body({ messages, schema, temperature, topP, maxTokens = defaultMaxTokens, stop }, { model }) {
    const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
    return {
      model,
      max_tokens: maxTokens,
      stream: true,
      ...(system.length > 0 && { system: system.join('\n\n') }),
      messages: messages.filter(({ role }) => role !== 'system').map(({ role, content }) => ({ role, content })),
      ...(temperature !== undefined && { temperature: Math.min(temperature, 1) }),
      ...(topP !== undefined && { top_p: topP }),
      ...(stop && stop.length > 0 && { stop_sequences: [...stop] }),
      ...(schema && { output_config: { format: { type: 'json_schema', schema } } }),
    }
  },
  read(frame) {
    switch (frame.type) {
      case 'error':
        return { failure: failureIn(frame) ?? 'unknown error' }
      case 'message_start':
        return isJsonObject(frame.message) ? usageOf(frame.message) : {}
      case 'content_block_delta':
        return isJsonObject(frame.delta)
          ? { text: textAt(frame.delta, 'text'), reasoning: textAt(frame.delta, 'thinking') }
          : {}
      case 'message_delta':
        return { ...usageOf(frame), ...(isJsonObject(frame.delta) && finishOf(frame.delta.stop_reason)) }
      case 'message':
        return { ...readBlocks(frame), ...usageOf(frame), ...finishOf(frame.stop_reason) }
      default:
        return {}
    }
  },
}

function readBlocks({ content }: JsonObject): Delta {
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : []
  const join = (key: string) => blocks.map((block) => textAt(block, key) ?? '').join('')
  return { text: join('text'), reasoning: join('thinking') }
}

function usageOf({ usage }: JsonObject): Delta {
  return isJsonObject(usage) ? { usage: usageAt(usage, 'input_tokens', 'output_tokens') } : {}
}

function finishOf(reason: unknown): Delta {
  if (reason === 'refusal') return { finish: 'refused' }
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return { finish: 'length' }
  return typeof reason === 'string' ? { finish: 'stop' } : {}
}
