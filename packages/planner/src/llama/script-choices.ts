import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { availableScripts, type CatalogueEntry } from '../catalogue/available-scripts.ts'
import { toGbnf } from '../grammar/to-gbnf.ts'

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

/** True for scripts that are not a matter of choice: those that fit every prompt, and the narration. */
export function isAutomatic({ script }: CatalogueEntry): boolean {
  return script.stage === 'narrate' || script.triggers.some(({ always }) => always === true)
}

/** Lists what a model may choose from, in an order that depends on names alone. */
export function scriptChoices(skills: readonly Skill[]): { choices: ScriptChoice[]; refused: RefusedScript[] } {
  const entries = availableScripts({ skills, disabledSkills: [] }).filter((entry) => !isAutomatic(entry))
  const names = entries.map(({ script }) => script.name)
  const choices: ScriptChoice[] = []
  const refused: RefusedScript[] = []
  for (const entry of entries) {
    const { skill, script } = entry
    const schema = withoutPrompt(script.inputSchema)
    const grammar = schema ? toGbnf(schema) : ''
    const isOnly = names.filter((name) => name === script.name).length === 1
    const key = isOnly ? script.name : `${skill.name}/${script.name}`
    if (typeof grammar === 'string') choices.push({ ...entry, key, schema })
    else refused.push({ ...entry, reason: `its input schema has ${grammar.what} at "${grammar.path}"` })
  }
  return { choices: choices.toSorted((a, b) => (a.key < b.key ? -1 : 1)), refused }
}

function withoutPrompt(schema: JsonObject | undefined): JsonObject | undefined {
  if (!schema || !isJsonObject(schema.properties)) return schema && hasInput(schema) ? schema : undefined
  const { prompt: _prompt, ...properties } = schema.properties
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => name !== 'prompt') : undefined
  const rest = { ...schema, properties, ...(required && { required }) }
  return Object.keys(properties).length === 0 ? undefined : rest
}

function hasInput(schema: JsonObject): boolean {
  return schema.type !== 'object' || schema.properties !== undefined
}
