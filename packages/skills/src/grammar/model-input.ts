import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { SkillScript } from '../skill.ts'
import type { UnsupportedPart } from './schema-grammar.ts'
import { toGbnf } from './to-gbnf.ts'

/** True for scripts that are not a matter of choice: those that fit every prompt, and the narration. */
export function isAutomatic({ stage, triggers }: Pick<SkillScript, 'stage' | 'triggers'>): boolean {
  return stage === 'narrate' || triggers.some(({ always }) => always === true)
}

/** The part of a script's input schema that a model decides: all but the player's words; `undefined` where nothing is left. */
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

/** What keeps models from using a script: the first part of its input schema that no grammar can be made for. */
export function unsupportedInput(script: SkillScript): UnsupportedPart | undefined {
  const schema = isAutomatic(script) ? undefined : modelInput(script.inputSchema)
  const grammar = schema ? toGbnf(schema) : ''
  return typeof grammar === 'string' ? undefined : grammar
}
