import type { ToolRequest } from '@narratoria/protocol'
import { type Embedding, toEmbedding } from './embedding.ts'

/** Options of {@link embedByHost}. */
export interface HostEmbedding {
  host: NonNullable<ToolRequest['host']>
  /** The name of the model. An empty name means the host's default. */
  model: string
  timeoutMs: number
  signal: AbortSignal
}

interface Answer {
  model?: unknown
  data?: { index?: number; embedding?: unknown }[]
}

/**
 * Embeds texts with the host's OpenAI-compatible endpoint.
 *
 * @throws Error if the response is not valid
 */
export async function embedByHost(
  texts: readonly string[],
  { host, model, timeoutMs, signal }: HostEmbedding,
): Promise<Embedding[]> {
  const response = await fetch(`${host.baseUrl.replace(/\/+$/, '')}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${host.token}` },
    body: JSON.stringify({ model: model || 'default', input: texts, encoding_format: 'float' }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  if (!response.ok) throw new Error(`the model endpoint returned status ${response.status}`)
  const answer = (await response.json()) as Answer
  const name = `host:${typeof answer.model === 'string' && answer.model !== '' ? answer.model : model || 'default'}`
  const data = (answer.data ?? []).toSorted((left, right) => (left.index ?? 0) - (right.index ?? 0))
  if (data.length !== texts.length)
    throw new Error(`the model endpoint returned ${data.length} embeddings for ${texts.length} texts`)
  return data.map(({ embedding }) => {
    if (
      !Array.isArray(embedding) ||
      embedding.length === 0 ||
      !embedding.every((value) => typeof value === 'number' && Number.isFinite(value))
    )
      throw new Error('the model endpoint returned an invalid embedding')
    return toEmbedding(`${name}/${embedding.length}`, embedding as number[])
  })
}
