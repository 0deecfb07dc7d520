import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modelTextLimits } from '../../src/grammar/index.ts'
import { checkSkill } from '../../src/index.ts'
import { buildWorld, manifest } from '../world.ts'

const go = { name: 'go', path: 'scripts/go.mjs', description: 'Goes.', triggers: ['go'] }
const files = (prompt: string, description: string, script: object = {}) => ({
  'skill.json': manifest('wordy', { description, scripts: [{ ...go, ...script }] }),
  'prompt.md': prompt,
  'scripts/go.mjs': '#!/usr/bin/env node\n',
})
const { prompt, description } = modelTextLimits

test('FR-004: what planners with a model read to the end is no matter for a note', async () => {
  const skill = files('p'.repeat(prompt), 'd'.repeat(description - 'Goes. '.length))
  expect(await checkSkill(buildWorld().skill('wordy', skill))).toMatchObject({ ok: true, problems: [], notes: [] })
})

test('FR-004: the author of longer texts is told how much planners with a model read, and all is in order', async () => {
  const skill = files('p'.repeat(prompt + 1), 'd'.repeat(description))
  const { ok, problems, notes } = await checkSkill(buildWorld().skill('wordy', skill))
  expect({ ok, problems }).toEqual({ ok: true, problems: [] })
  expect(notes.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'too_long prompt.md: the prompt has 301 characters, of which planners with a model read 300; begin it with what matters most',
    `too_long skill.json: the script "go": its description and the skill's have 206 characters together, of which planners with a model read 200; say first what tells it from others`,
  ])
})

test('a skill of which a model chooses nothing has no such notes', async () => {
  const skill = files('p'.repeat(900), 'd'.repeat(900), { triggers: [{ always: true }] })
  expect((await checkSkill(buildWorld().skill('wordy', skill))).notes).toEqual([])
})

test('the guide for authors says how much planners with a model read', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/write-a-skill.md', import.meta.url), 'utf8')
  expect(guide.replaceAll(/\s+/g, ' ')).toContain(
    `a planner with a model reads the first ${description} characters, and of the skill's prompt the first ${prompt};`,
  )
})
