import { type LanguageModel, modelOf } from '@narratoria/models'
import { ModelPlanner } from '@narratoria/planner'
import type { ModelEndpoint } from '@narratoria/planner/llama'

/** A language model, or the connection to one, such as `ConnectionStore` of `@narratoria/models` stores it. */
export type ModelSource = LanguageModel | Parameters<typeof modelOf>[0]

/** The models of the roles of a host. It closes none of them. */
export interface RoleModels {
  /** Makes the plans. Defaults to no model. */
  planner?: ModelSource
  /** Answers the skills, which narrate with it. Defaults to no model. */
  narrator?: ModelSource
}

/** Makes the planner of the role. Sends nothing. */
export function plannerOf({ planner }: RoleModels): ModelPlanner | undefined {
  return planner && new ModelPlanner({ model: languageModelOf(planner) })
}

/** Serves the model of the role `narrator` to skills, on loopback and with a token. */
export async function endpointOf({ narrator }: RoleModels): Promise<ModelEndpoint | undefined> {
  if (!narrator) return undefined
  const { servedModel, serveModel } = await import('@narratoria/planner/llama')
  return serveModel(servedModel(languageModelOf(narrator)))
}

function languageModelOf(source: ModelSource): LanguageModel {
  return 'complete' in source ? source : modelOf(source)
}
