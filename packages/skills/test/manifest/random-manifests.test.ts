import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonValue } from '@narratoria/protocol'
import { printable } from '@narratoria/protocol/printable'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { fuzz, fuzzAndKeep } from '../../../protocol/test/fuzz.ts'
import { mutatedJson, mutatedText } from '../../../protocol/test/mutated.ts'
import { checkSkill, discoverSkills } from '../../src/index.ts'
import { buildWorld } from '../world.ts'

const about = {
  name: 'lamp',
  description: 'Lights lamps when the player wants light.',
  license: 'MIT',
  compatibility: 'Needs Node.',
  metadata: { version: '1.0.0' },
  'allowed-tools': 'Read',
}
const manifest = {
  name: about.name,
  description: about.description,
  license: about.license,
  version: '1.0.0',
  displayName: 'Lamp',
  author: 'A. Author',
  priority: 5,
  configSchema: 'config-schema.json',
  capabilities: ['narrate'],
  dependencies: [],
  env: ['LAMP_OIL'],
  retryPolicy: { maxRetries: 1, backoffMs: 10 },
  scripts: [
    {
      name: 'light',
      path: 'scripts/light.mjs',
      description: 'Lights a lamp.',
      stage: 'act',
      triggers: ['light', { pattern: '^light (the )?lamp$' }, { always: true }],
      inputSchema: {
        type: 'object',
        properties: { which: { type: 'string', pattern: '^\\w+$', maxLength: 20 }, times: { type: 'integer' } },
        required: ['which'],
      },
    },
  ],
}
const settings = {
  type: 'object',
  properties: {
    oil: { type: 'integer', minimum: 0, maximum: 10, default: 3 },
    key: { type: 'string', 'x-sensitive': true, pattern: '^[a-z]+$' },
  },
  required: ['oil'],
}
const samples = [{ about, manifest, settings }] as unknown as JsonValue[]
const document = `---\n${stringify(about)}---\n# Lamp\n\nHow to light it.\n`

/** The files of a skill that differ from sound ones in a few places, of their structure or of their text. */
const files = fc.oneof(
  mutatedJson(samples).map((sample) => {
    const parts = (typeof sample === 'object' ? sample : null) as Record<string, JsonValue> | null
    return {
      'SKILL.md': `---\n${stringify(parts?.about ?? null)}---\n# Lamp\n`,
      'skill.json': JSON.stringify(parts?.manifest ?? null),
      'config-schema.json': JSON.stringify(parts?.settings ?? null),
    }
  }),
  fc.record({
    'SKILL.md': mutatedText([document]),
    'skill.json': mutatedText([JSON.stringify(manifest)]),
    'config-schema.json': mutatedText([JSON.stringify(settings)]),
  }),
)

it('FR-031: a skill of random files is read or left out, with warnings that say where and have no control characters', async () => {
  const world = buildWorld()
  const seen = { read: 0, leftOut: 0 }
  const numRuns = Math.ceil(fuzz.numRuns / 5)
  await fc.assert(
    fc.asyncProperty(files, async (texts) => {
      const folder = world.skill('lamp', { ...texts, 'scripts/light.mjs': '' })
      const { skills, warnings } = await discoverSkills({ roots: [world.root] })
      for (const { code, path, message } of warnings) {
        // A manifest can name a file elsewhere, which is not read.
        if (code !== 'outside_folder' && code !== 'unreadable') expect(path).toContain(world.root)
        expect(message).not.toBe('')
        expect(printable(message)).toBe(message)
      }
      for (const { name, scripts } of skills) {
        expect(printable(name)).toBe(name)
        for (const { path } of scripts) expect(path).toContain(join(world.root, 'lamp'))
      }
      const { ok, problems } = await checkSkill(folder)
      if (skills.length === 0) expect([ok, problems.length > 0]).toEqual([false, true])
      seen[skills.length > 0 ? 'read' : 'leftOut'] += 1
      expect(Object.keys(Object.prototype)).toEqual([])
      rmSync(folder, { recursive: true })
    }),
    { ...fuzzAndKeep<Record<string, string>>(join(import.meta.dirname, 'found-manifests.json')), numRuns },
  )
  expect(Math.min(seen.read, seen.leftOut)).toBeGreaterThan(numRuns / 20)
})
