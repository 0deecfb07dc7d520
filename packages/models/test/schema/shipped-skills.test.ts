import { isJsonObject, type JsonObject, type JsonValue, matches } from '@narratoria/protocol'
import type { SkillManifest } from '@narratoria/protocol/skill'
import { readdirSync, readFileSync } from 'node:fs'
import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { fromStrict, strictSchema } from '../../src/index.ts'
import { sampleValue, seededRandom, strictFaults } from '../../src/testing/index.ts'

const skills = new URL('../../../../skills/', import.meta.url)

/** The scripts of the shipped skills that have an input schema. */
const scripts = readdirSync(skills).flatMap((folder) => {
  const manifest = JSON.parse(readFileSync(new URL(`${folder}/skill.json`, skills), 'utf8')) as SkillManifest
  return (manifest.scripts ?? []).flatMap(({ name, inputSchema }) =>
    isJsonObject(inputSchema) ? [{ name: `${folder}/${name}`, schema: inputSchema }] : [],
  )
})

/** Keywords that the strict form only describes. No server enforces them, nor the JSON in the text for an open object. */
const bounds =
  /^(?:(?:exclusive)?(?:minimum|maximum)|(?:min|max)(?:Length|Items)|multipleOf|pattern|format|uniqueItems)$/i

function enforced(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(enforced)
  if (!isJsonObject(schema)) return schema
  if (schema.type === 'object' && !isJsonObject(schema.properties)) return {}
  const kept = Object.entries(schema).filter(([key, value]) => !bounds.test(key) || isJsonObject(value))
  return Object.fromEntries(kept.map(([key, value]) => [key, enforced(value)]))
}

it('finds the scripts', () => expect(scripts.length).toBeGreaterThan(10))

describe.each(scripts)('the input of $name', ({ schema }) => {
  it('has a strict form that every server accepts', () => {
    expect(strictFaults(strictSchema(schema))).toEqual([])
  })

  it('is valid once the nulls of the strict form are removed', () => {
    const random = seededRandom(11)
    const original = enforced(schema) as JsonObject
    for (let count = 0; count < 300; count += 1) {
      const answer = sampleValue(strictSchema(schema), random)
      const input = fromStrict(schema, answer)
      expect(matches(original as TSchema, input), JSON.stringify({ answer, input })).toBe(true)
    }
  })
})
