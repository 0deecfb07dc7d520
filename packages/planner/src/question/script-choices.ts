import type { JsonObject } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { isAutomatic, modelInput, unsupportedInput } from '../grammar/model-input.ts'
import { availableScripts, type CatalogueEntry } from '../plan/available-scripts.ts'

/** A script that a model may choose. */
export interface ScriptChoice extends CatalogueEntry {
  /** The name that the model writes: the script's, preceded by its skill's if several scripts have the same. */
  key: string
  /** The schema of the input without the player's words; `undefined` if the model has nothing to fill in. */
  schema: JsonObject | undefined
}

/** A script with an input schema that the grammar does not support; only planners without a model use it. */
export interface RefusedScript extends CatalogueEntry {
  reason: string
}

/** Lists the scripts that a model may choose, in a world and outside of one, sorted by key, and those that it cannot use. */
export function scriptChoices(skills: readonly Skill[]): { choices: ScriptChoice[]; refused: RefusedScript[] } {
  const entries = availableScripts({ skills, disabledSkills: [], world: true }).filter(
    ({ script }) => !isAutomatic(script),
  )
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
