import { type LanguageModel, modelOf } from '@narratoria/models'
import { ModelPlanner } from '@narratoria/planner'
import type { ModelEndpoint } from '@narratoria/planner/llama'
import type { HostEndpoint } from '../tools/describe-skill-tool.ts'

/** A language model, or the connection to one, such as `ConnectionStore` of `@narratoria/models` stores it. */
export type ModelSource = LanguageModel | Parameters<typeof modelOf>[0]

/** The models of the roles of a host. It closes none of them. */
export interface RoleModels {
  /** Makes the plans. Defaults to no model. */
  planner?: ModelSource
  /** Answers the skills, which narrate with it. Defaults to no model. */
  narrator?: ModelSource
}

/** Returns a model that does more than the given one, such as tracing its requests. */
export type WrapModel = (model: LanguageModel) => LanguageModel

/** The keys of the connections among the models, which no trace may hold. */
export function keysOf(models: RoleModels): string[] {
  return Object.values(models).flatMap((source: ModelSource) => {
    const key =
      'complete' in source || source.apiKeyEnv === undefined ? undefined : process.env[source.apiKeyEnv]?.trim()
    return key === undefined || key === '' ? [] : [key]
  })
}

/** Makes the planner of the role. Sends nothing. */
export function plannerOf({ planner }: RoleModels, traced: WrapModel): ModelPlanner | undefined {
  return planner && new ModelPlanner({ model: traced(languageModelOf(planner)) })
}

/** Serves the model of the role `narrator` to skills, on loopback and with a token. */
export async function endpointOf({ narrator }: RoleModels, traced: WrapModel): Promise<ModelEndpoint | undefined> {
  if (!narrator) return undefined
  const { servedModel, serveModel } = await import('@narratoria/planner/llama')
  return serveModel(servedModel(traced(languageModelOf(narrator))))
}

/** The model behind an endpoint, whatever it serves at the time. */
export function modelAt({ baseUrl, token, tokenFor, contextTokens, ...schemas }: HostEndpoint): LanguageModel {
  const KEY = tokenFor?.('narratoria') ?? token
  const connection = { provider: 'custom' as const, baseUrl, model: 'default', apiKeyEnv: 'KEY', contextTokens }
  const { structured, enforcesBounds } = schemas
  const model = modelOf({ ...connection, structured }, { KEY })
  return {
    id: model.id,
    provider: model.provider,
    contextTokens,
    structured,
    enforcesBounds,
    complete: (request, options) => model.complete(request, options),
    stream: (request, options) => model.stream(request, options),
  }
}

/** Makes the model of a source. Sends nothing. */
export function languageModelOf(source: ModelSource): LanguageModel {
  return 'complete' in source ? source : modelOf(source)
}
