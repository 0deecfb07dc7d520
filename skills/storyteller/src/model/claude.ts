import { Anthropic } from '@anthropic-ai/sdk'
import type { Ask } from './provider.ts'

/** Options of {@link streamClaude}. */
export interface ClaudeOptions {
  apiKey: string
  /** Defaults to the vendor's address if empty. */
  baseUrl: string
  model: string
}

/** Streams prose from Claude. */
export function streamClaude({ apiKey, baseUrl, model }: ClaudeOptions): Ask {
  const baseURL = baseUrl || 'https://api.anthropic.com'
  const client = new Anthropic({ apiKey: apiKey || 'none', baseURL, maxRetries: 0, logLevel: 'off' })
  return async function* ({ system, user, maxTokens, signal }) {
    const stream = await client.messages.create(
      { model, stream: true, max_tokens: maxTokens, system, messages: [{ role: 'user', content: user }] },
      { signal },
    )
    for await (const event of stream) {
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') yield { text: event.delta.text }
      const reason = event.type === 'message_delta' ? event.delta.stop_reason : null
      if (reason === 'end_turn' || reason === 'stop_sequence') yield { finished: 'whole' }
      if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') yield { finished: 'cut' }
    }
  }
}
