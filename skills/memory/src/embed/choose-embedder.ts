import type { ToolContext } from '@narratoria/tool-sdk'
import type { Settings } from '../settings.ts'
import { embedBuiltin } from './builtin.ts'
import type { Embedding } from './embedding.ts'
import { embedByHost } from './host.ts'

/**
 * Embeds texts with the built-in embedder and, if available, with the host's model. A log message names the embedder.
 */
export async function embedAll(
  texts: readonly string[],
  context: ToolContext,
  settings: Settings,
  timeoutMs: number,
): Promise<Embedding[][]> {
  const builtin = texts.map((text) => [embedBuiltin(text)])
  const byHost = await tryHost(texts, context, settings, timeoutMs)
  return byHost ? builtin.map((own, at) => [...own, byHost[at]!]) : builtin
}

/** The host's embeddings. Undefined if there is no model or it gives no answer. */
export async function tryHost(
  texts: readonly string[],
  context: ToolContext,
  settings: Settings,
  timeoutMs: number,
): Promise<Embedding[] | undefined> {
  const { host } = context.request
  if (!host || settings.embedder === 'builtin') {
    context.log.debug(
      `Embedding with the built-in text features: ${host ? 'the setting embedder is builtin' : 'the host has no model'}.`,
    )
    return undefined
  }
  try {
    return await embedByHost(texts, { host, model: settings.embeddingModel, timeoutMs, signal: context.signal })
  } catch (error) {
    context.log.warn(`Embedding with the built-in text features: ${(error as Error).message}.`)
    return undefined
  }
}
