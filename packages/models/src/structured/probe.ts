import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { StructuredLevel } from '../structured-level.ts'
import { LanguageModelError } from '../errors.ts'
import type { LanguageModel } from '../language-model.ts'

const branch = (kind: string, name: string, type: string): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required: ['kind', name],
  properties: { kind: { type: 'string', enum: [kind] }, [name]: { type } },
})
const closed = (properties: JsonObject): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
})

/** Small schemas in the shape of plans. Neither can be written by chance, and neither has a free text. */
const probes: Record<'schema' | 'flat', JsonObject> = {
  schema: closed({ act: { anyOf: [branch('open', 'wide', 'boolean'), branch('shut', 'slowly', 'boolean')] } }),
  flat: closed({ kind: { type: 'string', enum: ['open', 'shut'] }, wide: { type: 'boolean' } }),
}

/**
 * Finds the strongest form of structured output that a server really enforces. The question asks for prose, so that only a
 * server that enforces the schema returns JSON.
 */
export async function probeStructured(
  model: LanguageModel,
  { signal }: { signal?: AbortSignal } = {},
): Promise<StructuredLevel> {
  for (const level of ['schema', 'flat'] as const) {
    if (await enforces(model, level, signal)) return level
  }
  return 'prompt'
}

async function enforces(model: LanguageModel, level: 'schema' | 'flat', signal?: AbortSignal): Promise<boolean> {
  const messages = [{ role: 'user' as const, content: 'Say in one short sentence what you do with the door.' }]
  try {
    // Models that reason first need the tokens.
    const { text } = await model.complete(
      { messages, schema: probes[level], maxTokens: 2_000, temperature: 0 },
      { signal },
    )
    return fits(level, JSON.parse(text) as unknown)
  } catch (error) {
    if (error instanceof SyntaxError) return false
    if (LanguageModelError.isInstance(error) && error.code === 'schema_refused') return false
    throw error
  }
}

function fits(level: 'schema' | 'flat', value: unknown): boolean {
  if (!isJsonObject(value) || Object.keys(value).length !== (level === 'schema' ? 1 : 2)) return false
  const act = level === 'schema' ? value.act : value
  if (!isJsonObject(act) || Object.keys(act).length !== 2) return false
  const flag = level === 'schema' && act.kind === 'shut' ? act.slowly : act.wide
  return (act.kind === 'open' || act.kind === 'shut') && typeof flag === 'boolean'
}
