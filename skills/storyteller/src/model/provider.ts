import type { ToolRequest } from '@narratoria/protocol'
import type { ProviderName, Settings } from '../settings.ts'

/** What a model is asked. */
export interface ModelRequest {
  system: string
  user: string
  maxTokens: number
  signal: AbortSignal
}

/**
 * A piece of prose, or the news that the model is done: it has said all it wanted, or all it was allowed. A stream that
 * ends without that news broke off.
 */
export type ModelPiece = { text: string } | { finished: 'whole' | 'cut' }

/** Somebody who writes prose. Its client is loaded when it is asked for the first time. */
export interface Provider {
  /** For logs. */
  label: string
  /** @throws whatever its client throws */
  stream(request: ModelRequest): AsyncIterable<ModelPiece>
}

/** What providers are made from. */
export interface ProviderSource {
  settings: Settings
  host: ToolRequest['host'] | undefined
}

/**
 * Lists who is asked, in order: the chosen provider, then what runs on this machine: the host's model, and Ollama when a model of
 * it is named. The templates come after all of them and are not listed.
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

/** Asks a model; made by a provider's module once that is loaded. */
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
