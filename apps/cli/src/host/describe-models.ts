import type { ModelRole, StructuredLevel } from '@narratoria/models'

/** The models that play, by role, with where they run; a role without a model is missing. */
export type PlayingModels = Partial<Record<Exclude<ModelRole, 'writer'>, string>>

/** Says which models plan and narrate: in the banner of `play`, `/model`, `doctor` and on the page. */
export function describeModels({ planner, narrator }: PlayingModels): string {
  if (planner === undefined && narrator === undefined) return 'no language model'
  if (planner === narrator) return `planned and narrated by ${planner}`
  return [described('planned', planner), described('narrated', narrator)].join(', ')
}

function described(what: string, model: string | undefined): string {
  return model === undefined ? `${what} without a model` : `${what} by ${model}`
}

/** A model of a server as players read it. */
export function describeConnection({ model, name, baseUrl }: { model: string; name: string; baseUrl: string }): string {
  return `${model} (${name}, ${new URL(baseUrl).host})`
}

/** A local model as players read it. */
export function describeLocalModel(name: string): string {
  return `${name} (on this machine)`
}

/** What a server does with the schema of an answer. */
export const structuredLevels: Readonly<Record<StructuredLevel, string>> = {
  schema: 'the server enforces schemas',
  flat: 'the server enforces small schemas only',
  prompt: 'the server enforces no schema; it is part of the prompt, and answers are checked',
}
