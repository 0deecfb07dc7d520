import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { SkillScript } from '@narratoria/skills'
import type { UnsupportedPart } from './schema-grammar.ts'
import { toGbnf } from './to-gbnf.ts'

/** Whether a script runs without being chosen: it fits every prompt, or it narrates. */
export function isAutomatic({ stage, triggers }: Pick<SkillScript, 'stage' | 'triggers'>): boolean {
  return stage === 'narrate' || triggers.some(({ always }) => always === true)
}

/** The part of an input schema that a model fills in: all but the player's words. `undefined` if nothing is left. */
export function modelInput(schema: JsonObject | undefined): JsonObject | undefined {
  if (!schema || !isJsonObject(schema.properties)) return schema && hasInput(schema) ? schema : undefined
  const { prompt: _prompt, ...properties } = schema.properties
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => name !== 'prompt') : undefined
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
