import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { SkillScript } from '@narratoria/skills'
import type { UnsupportedPart } from './schema-grammar.ts'
import { toGbnf } from './to-gbnf.ts'

/** Whether a script runs without being chosen: it fits every prompt, or it narrates. */
export function isAutomatic({ stage, triggers }: Pick<SkillScript, 'stage' | 'triggers'>): boolean {
  return stage === 'narrate' || triggers.some(({ always }) => always === true)
}

/**
 * The part of an input schema that a model fills in: all but the player's words and what is `readOnly`, which code sets. `undefined`
 * if nothing is left.
 */
export function modelInput(schema: JsonObject | undefined): JsonObject | undefined {
  if (!schema || !isJsonObject(schema.properties)) return schema && hasInput(schema) ? schema : undefined
  const all = schema.properties
  const isLeftOut = (name: string) => {
    const property = all[name]
    return name === 'prompt' || (isJsonObject(property) && property.readOnly === true)
  }
  const properties = Object.fromEntries(Object.entries(all).filter(([name]) => !isLeftOut(name)))
  const required = Array.isArray(schema.required)
    ? schema.required.filter((name) => typeof name !== 'string' || !isLeftOut(name))
    : undefined
  const rest = { ...schema, properties, ...(required && { required }) }
  return Object.keys(properties).length === 0 ? undefined : rest
}

function hasInput(schema: JsonObject): boolean {
  return schema.type !== 'object' || schema.properties !== undefined
}

/** The first part of a script's input schema that the grammar does not support, so that no model can use the script. */
export function unsupportedInput(script: SkillScript): UnsupportedPart | undefined {
  const schema = isAutomatic(script) ? undefined : modelInput(script.inputSchema)
  const grammar = schema ? toGbnf(schema) : ''
  return typeof grammar === 'string' ? undefined : grammar
}
