import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseEvent } from '@narratoria/protocol'
import { expect, test } from 'vitest'
import { checkSkill } from '../src/index.ts'
import { buildWorld } from './world.ts'

test('SC-011: the example of the README runs and prints the commented output', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const example = /```js\n(.*?)```/s.exec(readme)![1]!
  const source = new URL('../src/index.ts', import.meta.url).href
  const file = join(buildWorld().folder, 'example.mjs')
  writeFileSync(file, example.replace("'@narratoria/skills'", JSON.stringify(source)))
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  const expected = Array.from(example.matchAll(/console\.log.*\/\/ (.*)$/gm), ([, text]) => text)
  expect(expected).toHaveLength(5)
  for (const line of expected) expect(stdout).toContain(line)
})

test('SC-010: the skill of the guide, copied from its page, passes the strict check', async () => {
  const guide = readFileSync(new URL('../../../docs/guides/write-a-skill.md', import.meta.url), 'utf8')
  const blocks = Array.from(guide.matchAll(/```(\w+)\n(.*?)```/gs), ([, , text]) => text!)
  const [manifestText, script, document, schema] = blocks
  const folder = buildWorld().skill('greeter', {
    'skill.json': manifestText,
    'scripts/greet.sh': script,
    'config-schema.json': schema,
  })
  expect(await checkSkill(folder)).toMatchObject({ ok: true, problems: [] })
  const output = execFileSync(join(folder, 'scripts/greet.sh'), { input: '{}\n', encoding: 'utf8' })
  const events = output.trim().split('\n')
  expect(events.map((line) => parseEvent(line).type)).toEqual(['ui_event', 'done'])
  writeFileSync(join(folder, 'SKILL.md'), document!)
  const both = await checkSkill(folder)
  expect(both.problems.map(({ code }) => code)).toEqual(['disagreement'])
  expect(both.skill?.prompt).toContain('Greetings are short.')
})
