import type { Connection, LanguageModel } from '@narratoria/models'
import type { PresetName } from '@narratoria/models/connections'
import type { ToolRequest } from '@narratoria/protocol'
import type { Settings } from '../settings.ts'

/** A model that may narrate. */
export interface Candidate {
  /** The name in logs. */
  label: string
  /** Most tokens of a request and its answer together, if known. */
  contextTokens?: number
  /** Loads the client. */
  open: () => Promise<LanguageModel>
}

/** The data for {@link listCandidates}. */
export interface CandidateSource {
  settings: Settings
  host: ToolRequest['host'] | undefined
}

/** Small models of the services, which narrate if none is named. */
const usualModels: Partial<Record<PresetName, string>> = {
  openai: 'gpt-4o-mini',
  anthropic: 'claude-haiku-4-5',
  ollama: 'llama3.2',
}

/** Lists the models in order: the chosen one, that of the host, and Ollama if its model is set. Empty without a model. */
export function listCandidates({ settings, host }: CandidateSource): Candidate[] {
  const { provider, fallback, ollamaModel, ollamaUrl, model, baseUrl } = settings
  if (provider === 'template') return []
  const hosted = host ? [hostCandidate(host, settings)] : []
  const ollama = ollamaModel === '' ? [] : [candidate('ollama', { model: ollamaModel, baseUrl: ollamaUrl }, settings)]
  const others = fallback === 'local' ? [...hosted, ...ollama] : []
  if (provider === 'auto' || provider === 'host') return fallback === 'local' ? others : hosted
  const own = model || (provider === 'ollama' && ollamaModel) || usualModels[provider]
  const address = baseUrl || (provider === 'ollama' ? ollamaUrl : '')
  const chosen = candidate(provider, { model: own || 'default', baseUrl: address }, settings)
  return [chosen, ...others.filter(({ label }) => label !== chosen.label)]
}

/** The host's model. The host itself measures its silence. */
function hostCandidate(
  { baseUrl, token, contextTokens }: NonNullable<ToolRequest['host']>,
  settings: Settings,
): Candidate {
  const chosen = settings.provider === 'auto' || settings.provider === 'host'
  const patience = { firstTokenMs: 3_600_000, betweenTokensMs: 3_600_000 }
  return {
    label: 'the host’s model',
    ...(contextTokens !== undefined && { contextTokens }),
    open: () => open({ provider: 'custom', baseUrl, model: (chosen && settings.model) || 'default', patience }, token),
  }
}

function candidate(
  provider: PresetName,
  { model, baseUrl }: { model: string; baseUrl: string },
  { apiKey, firstTokenSeconds, betweenTokensSeconds }: Settings,
): Candidate {
  const patience = { firstTokenMs: firstTokenSeconds * 1000, betweenTokensMs: betweenTokensSeconds * 1000 }
  return {
    label: `${provider} (${model})`,
    open: () => open({ provider, baseUrl, model, patience }, apiKey),
  }
}

// Loaded on first use: without a model no client is needed.
async function open(
  { baseUrl, ...connection }: Omit<Connection, 'name' | 'structured'>,
  key: string,
): Promise<LanguageModel> {
  const [{ modelOf }, { presets }] = await Promise.all([
    import('@narratoria/models'),
    import('@narratoria/models/connections'),
  ])
  const address = baseUrl || (presets[connection.provider].baseUrl ?? '')
  const named = key === '' ? {} : { apiKeyEnv: 'KEY' }
  return modelOf({ ...connection, baseUrl: address, ...named }, { KEY: key })
}
