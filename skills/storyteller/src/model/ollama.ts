import { Ollama } from 'ollama'
import type { Ask } from './provider.ts'

/** Options of {@link streamOllama}. */
export interface OllamaOptions {
  url: string
  model: string
}

/** Streams prose from Ollama. */
export function streamOllama({ url, model }: OllamaOptions): Ask {
  return async function* ({ system, user, maxTokens, signal }) {
    // The client has no signal per request.
    const client = new Ollama({ host: url, fetch: (input, init) => fetch(input, { ...init, signal }) })
    const stream = await client.chat({
      model,
      stream: true,
      options: { num_predict: maxTokens },
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
    })
    for await (const part of stream) {
      if (part.message?.content) yield { text: part.message.content }
      if (part.done) yield { finished: part.done_reason === 'length' ? 'cut' : 'whole' }
    }
  }
}
