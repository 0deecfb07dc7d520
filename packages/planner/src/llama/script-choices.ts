import type { JsonObject } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { isAutomatic, modelInput, unsupportedInput } from '../grammar/model-input.ts'
import { availableScripts, type CatalogueEntry } from '../plan/available-scripts.ts'

/** A script that a model may choose. */
export interface ScriptChoice extends CatalogueEntry {
  /** The name that the model writes: the script's own, with its skill's where two have the same. */
  key: string
  /** What the model decides of the input: the schema without the player's words. */
  schema: JsonObject | undefined
}

/** A script whose input no grammar can be made for; only a planner without a model uses it. */
export interface RefusedScript extends CatalogueEntry {
  reason: string
}

/** Lists what a model may choose from, in an order that depends on names alone. */
export function scriptChoices(skills: readonly Skill[]): { choices: ScriptChoice[]; refused: RefusedScript[] } {
  const entries = availableScripts({ skills, disabledSkills: [] }).filter(({ script }) => !isAutomatic(script))
  const names = entries.map(({ script }) => script.name)
  const choices: ScriptChoice[] = []
  const refused: RefusedScript[] = []
  for (const entry of entries) {
    const { skill, script } = entry
    const schema = modelInput(script.inputSchema)
    const part = unsupportedInput(script)
    const isOnly = names.filter((name) => name === script.name).length === 1
    const key = isOnly ? script.name : `${skill.name}/${script.name}`
    if (part) refused.push({ ...entry, reason: `its input schema has ${part.what} at "${part.path}"` })
    else choices.push({ ...entry, key, schema })
  }
  return { choices: choices.toSorted((a, b) => (a.key < b.key ? -1 : 1)), refused }
}
