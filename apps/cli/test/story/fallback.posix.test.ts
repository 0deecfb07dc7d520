import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { narratoria, temporaryFolder, writeSkill } from '../command-line.ts'

/** Five narrating skills that all fail: each plan uses the next one, and every plan fails. */
function withoutNarrator() {
  const home = temporaryFolder()
  const skills = join(home, 'mine')
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    writeSkill(skills, { name, script: '#!/bin/sh\nexit 3\n', trigger: 'x' })
    const file = join(skills, name, 'skill.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { scripts: object[] }
    manifest.scripts = manifest.scripts.map((script) => ({ ...script, triggers: [], stage: 'narrate' }))
    writeFileSync(file, JSON.stringify(manifest))
  }
  return { home, args: ['play', '--session', 'lost', '--no-shipped-skills', '--skills', skills] }
}

it('FR-028: after a turn whose plans all failed, the story lists what the player can do', async () => {
  const { home, args } = withoutNarrator()
  const run = await narratoria(args, { home, input: 'I open the chest\n/quit\n' })
  expect(run.code, run.stderr).toBe(0)
  for (const way of ['/retry', '/undo', 'in another way', '/planner llama', 'narratoria skills check one'])
    expect(run.stderr).toContain(way)
})

it('FR-028: after a failed turn with --prompt, standard error lists command lines that work', async () => {
  const { home, args } = withoutNarrator()
  const run = await narratoria([...args, '--prompt', 'I open the chest'], { home })
  expect(run.code, run.stderr).toBe(0)
  expect(run.stderr).toContain('narratoria skills check one')
  expect(run.stderr).toMatch(/narratoria play --session \S+ --planner llama/)
  const [, undo = ''] = /narratoria (sessions undo \S+)/.exec(run.stderr) ?? []
  expect(await narratoria(undo.split(' '), { home })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is now at its beginning'),
  })
})
