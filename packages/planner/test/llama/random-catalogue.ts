import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleSkill } from '../../src/testing/index.ts'

/** Returns an integer from 0 to `count - 1`. */
export type Pick = (count: number) => number

/** A deterministic sequence of numbers for a seed. */
export function pickFrom(seed: number): Pick {
  let state = seed * 2_654_435_761
  return (count) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) | 0
    return ((state ^ (state >>> 13)) >>> 0) % count
  }
}

const verbs = ['light', 'open', 'roll', 'read', 'follow', 'cast', 'brew', 'ask', 'hide', 'climb', 'sing', 'trade']
const things = ['torch', 'door', 'dice', 'map', 'spell', 'potion', 'guard', 'rope', 'song', 'river', 'sword', 'memory']

function property(pick: Pick, depth: number): JsonValue {
  const kinds: (() => JsonObject)[] = [
    () => ({ type: 'string', maxLength: 3 + pick(20) }),
    () => ({ type: 'integer', minimum: -pick(20), maximum: 1 + pick(200) }),
    () => ({ type: 'number', minimum: 0, maximum: 2 + pick(9) }),
    () => ({ type: 'boolean' }),
    () => ({ enum: things.slice(pick(6), 7 + pick(5)) }),
    () => ({ type: ['string', 'null'], maxLength: 6 }),
    () => ({ type: 'array', items: property(pick, depth + 1), maxItems: 3 }),
    () => ({ anyOf: [{ type: 'integer', minimum: 1, maximum: 6 } as JsonObject, { const: 'all' }] }),
    () => schema(pick, depth + 1),
  ]
  return (kinds[pick(depth > 1 ? 6 : kinds.length)] as () => JsonObject)()
}

function schema(pick: Pick, depth = 0): JsonObject {
  const names = things.filter(() => pick(4) === 0).slice(0, 3)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, property(pick, depth)])),
    required: names.filter(() => pick(2) === 0),
    additionalProperties: false,
  }
}

/** Skills with random scripts, each a program that completes. */
export function randomSkills(folder: string, seed: number): Skill[] {
  const pick = pickFrom(seed)
  return Array.from({ length: 3 + pick(5) }, (_, index) => {
    const name = `skill-${seed}-${index}`
    const scripts = Array.from({ length: 1 + pick(2) }, (_, at) => {
      const path = join(folder, name, `${at}.sh`)
      mkdirSync(join(folder, name), { recursive: true })
      writeFileSync(path, `#!/bin/sh\ncat >/dev/null\necho '{"version":"0","type":"done","ok":true}'\n`)
      chmodSync(path, 0o755)
      const verb = verbs[pick(verbs.length)]
      return {
        name: `${verb}-${things[pick(things.length)]}`,
        path,
        description: `${verb} a ${things[pick(things.length)]}`,
        stage: (['act', 'act', 'act', 'recall', 'record'] as const)[pick(5)],
        optional: pick(4) === 0,
        inputSchema: schema(pick),
      }
    })
    return sampleSkill({
      name,
      path: join(folder, name),
      scripts,
      ...(pick(2) && { retryPolicy: { maxRetries: pick(4) } }),
    })
  })
}

/** A prompt of random words. */
export function randomPrompt(pick: Pick): string {
  const parts = Array.from(
    { length: 1 + pick(3) },
    () => `${verbs[pick(verbs.length)]} the ${things[pick(things.length)]}`,
  )
  return `I ${parts.join([' and ', ', then ', ', '][pick(3)])}${pick(5) === 0 ? ` ${pick(100)} times` : ''}`
}
