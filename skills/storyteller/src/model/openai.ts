import { OpenAI } from 'openai'
import type { Ask } from './provider.ts'

/** Where and what to ask. */
export interface OpenAIOptions {
  baseUrl: string
  apiKey: string
  model: string
}

/** Streams prose from OpenAI, or from anything that speaks its language: the host, llama.cpp, vLLM, LM Studio … */
export function streamOpenAI({ baseUrl, apiKey, model }: OpenAIOptions): Ask {
  const client = new OpenAI({ baseURL: baseUrl, apiKey: apiKey || 'none', maxRetries: 0, logLevel: 'off' })
  return async function* ({ system, user, maxTokens, signal }) {
    const stream = await client.chat.completions.create(
      {
        model,
        stream: true,
        ...limitOf(baseUrl, maxTokens),
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
      },
      { signal },
    )
    for await (const { choices } of stream) {
      const [choice] = choices
      if (choice?.delta?.content) yield { text: choice.delta.content }
      if (choice?.finish_reason === 'stop') yield { finished: 'whole' }
      if (choice?.finish_reason === 'length') yield { finished: 'cut' }
    }
  }
}

// OpenAI's newer models refuse the older name; most of those who speak its language know no other.
function limitOf(baseUrl: string, maxTokens: number): { max_completion_tokens: number } | { max_tokens: number } {
  return new URL(baseUrl).hostname === 'api.openai.com'
    ? { max_completion_tokens: maxTokens }
    : { max_tokens: maxTokens }
}
