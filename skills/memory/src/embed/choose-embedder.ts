import type { ToolContext } from '@narratoria/tool-sdk'
import type { Settings } from '../settings.ts'
import { embedBuiltin } from './builtin.ts'
import type { Embedding } from './embedding.ts'
import { embedByHost } from './host.ts'

/**
 * Embeds texts in every way there is: always by the built-in embedder, so that no text is ever without, and by the host's
 * model when there is one. Says in a log which.
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

/** The host's embeddings; undefined when there is no model or it does not answer. */
export async function tryHost(
  texts: readonly string[],
  context: ToolContext,
  settings: Settings,
  timeoutMs: number,
): Promise<Embedding[] | undefined> {
  const { host } = context.request
  if (!host || settings.embedder === 'builtin') {
    context.log.debug(
      `Embedding by the built-in text features: ${host ? 'the settings say so' : 'the host has no model'}.`,
    )
    return undefined
  }
  try {
    return await embedByHost(texts, { host, model: settings.embeddingModel, timeoutMs, signal: context.signal })
  } catch (error) {
    context.log.warn(`Embedding by the built-in text features, for ${(error as Error).message}.`)
    return undefined
  }
}
