import { Ollama } from 'ollama'
import type { Ask } from './provider.ts'

/** Where and what to ask. */
export interface OllamaOptions {
  url: string
  model: string
}

/** Streams prose from a model that Ollama runs. */
export function streamOllama({ url, model }: OllamaOptions): Ask {
  return async function* ({ system, user, maxTokens, signal }) {
    // The client has no signal of its own for a single request.
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
