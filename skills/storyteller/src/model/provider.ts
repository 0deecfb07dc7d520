import type { ToolRequest } from '@narratoria/protocol'
import type { ProviderName, Settings } from '../settings.ts'

/** A request to a model. */
export interface ModelRequest {
  system: string
  user: string
  maxTokens: number
  signal: AbortSignal
}

/**
 * A piece of prose, or the end: `whole`, or `cut` by the token limit. A stream without an end has failed.
 */
export type ModelPiece = { text: string } | { finished: 'whole' | 'cut' }

/** A source of prose. Its client is loaded on first use. */
export interface Provider {
  /** The name in logs. */
  label: string
  /** @throws errors of the client */
  stream(request: ModelRequest): AsyncIterable<ModelPiece>
}

/** The data for {@link listProviders}. */
export interface ProviderSource {
  settings: Settings
  host: ToolRequest['host'] | undefined
}

/**
 * Lists the providers in order: the chosen one, the host's model, and Ollama if a model is set. The built-in narrator follows and are not
 * listed.
 */
export function listProviders({ settings, host }: ProviderSource): Provider[] {
  const chosen = settings.provider === 'auto' ? 'host' : settings.provider
  if (chosen === 'template') return []
  const names: ProviderName[] = [chosen]
  if (settings.fallback === 'local') names.push('host', ...(settings.ollamaModel === '' ? [] : (['ollama'] as const)))
  return [...new Set(names)].flatMap((name) => createProvider(name, { settings, host }, name === chosen) ?? [])
}

function createProvider(name: ProviderName, { settings, host }: ProviderSource, chosen: boolean): Provider | undefined {
  const { apiKey, baseUrl, model, ollamaModel, ollamaUrl } = settings
  switch (name) {
    case 'host':
      return (
        host &&
        openai({
          label: 'the host’s model',
          baseUrl: host.baseUrl,
          apiKey: host.token,
          model: (chosen && model) || 'default',
        })
      )
    case 'openai':
      return openai({
        label: `openai (${model || 'gpt-4o-mini'})`,
        baseUrl: baseUrl || 'https://api.openai.com/v1',
        apiKey,
        model: model || 'gpt-4o-mini',
      })
    case 'ollama': {
      const own = ollamaModel || (chosen ? model : '') || 'llama3.2'
      return lazily(`ollama (${own})`, async () =>
        (await import('./ollama.ts')).streamOllama({ url: (chosen && baseUrl) || ollamaUrl, model: own }),
      )
    }
    case 'claude': {
      const own = model || 'claude-haiku-4-5'
      return lazily(`claude (${own})`, async () =>
        (await import('./claude.ts')).streamClaude({ apiKey, baseUrl, model: own }),
      )
    }
    default:
      return undefined
  }
}

function openai({ label, ...options }: { label: string; baseUrl: string; apiKey: string; model: string }): Provider {
  return lazily(label, async () => (await import('./openai.ts')).streamOpenAI(options))
}

/** Streams the answer of a model. */
export type Ask = (request: ModelRequest) => AsyncIterable<ModelPiece>

function lazily(label: string, load: () => Promise<Ask>): Provider {
  return {
    label,
    async *stream(request) {
      const ask = await load()
      yield* ask(request)
    },
  }
}
