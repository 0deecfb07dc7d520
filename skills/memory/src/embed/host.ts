import type { ToolRequest } from '@narratoria/protocol'
import { type Embedding, toEmbedding } from './embedding.ts'

/** How to ask the host's model for embeddings. */
export interface HostEmbedding {
  host: NonNullable<ToolRequest['host']>
  /** The model to name; the host's own when empty. */
  model: string
  timeoutMs: number
  signal: AbortSignal
}

interface Answer {
  model?: unknown
  data?: { index?: number; embedding?: unknown }[]
}

/**
 * Embeds texts by the host's OpenAI-compatible endpoint.
 *
 * @throws Error when the endpoint does not answer as one
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
  if (!response.ok) throw new Error(`the model endpoint answered ${response.status}`)
  const answer = (await response.json()) as Answer
  const name = `host:${typeof answer.model === 'string' && answer.model !== '' ? answer.model : model || 'default'}`
  const data = (answer.data ?? []).toSorted((left, right) => (left.index ?? 0) - (right.index ?? 0))
  if (data.length !== texts.length)
    throw new Error(`the model endpoint answered ${data.length} embeddings for ${texts.length} texts`)
  return data.map(({ embedding }) => {
    if (
      !Array.isArray(embedding) ||
      embedding.length === 0 ||
      !embedding.every((value) => typeof value === 'number' && Number.isFinite(value))
    )
      throw new Error('the model endpoint answered something that is no embedding')
    return toEmbedding(`${name}/${embedding.length}`, embedding as number[])
  })
}
