import { OpenAI } from 'openai'
import type { Ask } from './provider.ts'

/** Options of {@link streamOpenAI}. */
export interface OpenAIOptions {
  baseUrl: string
  apiKey: string
  model: string
}

/** Streams prose from OpenAI or a compatible server: the host, llama.cpp, vLLM, LM Studio … */
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

// Newer OpenAI models reject max_tokens; most compatible servers only support it.
function limitOf(baseUrl: string, maxTokens: number): { max_completion_tokens: number } | { max_tokens: number } {
  return new URL(baseUrl).hostname === 'api.openai.com'
    ? { max_completion_tokens: maxTokens }
    : { max_tokens: maxTokens }
}
