import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject, Plan } from '@narratoria/protocol'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createNarratoria } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

/** Reads its part before its request, as every prewarmed tool reads its modules. */
const script = (version: string) => `#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs'
import { part } from './part.mjs'
writeFileSync(new URL('../data/' + process.pid, import.meta.url), '')
const { input } = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify({ version: '0', type: 'state_patch', patch: { said: '${version} ' + part } }))
console.log(JSON.stringify({ version: '0', type: 'done', ok: true, summary: 'Said.' }))
`

const plan = (path: string | undefined): Plan => ({
  requestId: crypto.randomUUID(),
  parallel: false,
  narrative: 'Quiet.',
  tools: path === undefined ? [] : [{ toolId: 'echo', toolPath: path, input: {} }],
})

it('FR-035: a process that was started early from a file that has changed since is not used', async () => {
  const folder = await temporaryFolder()
  const skill = join(folder, 'skills/echo')
  for (const part of ['scripts', 'data']) mkdirSync(join(skill, part), { recursive: true })
  const write = (version: string, part: string) => {
    writeFileSync(join(skill, 'scripts/echo.mjs'), script(version), { mode: 0o755 })
    writeFileSync(join(skill, 'scripts/part.mjs'), `export const part = '${part}'\n`)
  }
  write('one', 'a')
  const triggers = [{ always: true }]
  const scripts = [{ name: 'echo', path: 'scripts/echo.mjs', stage: 'recall', prewarm: true, triggers }]
  const manifest = { name: 'echo', version: '1.0.0', description: 'Echoes.', scripts }
  writeFileSync(join(skill, 'skill.json'), JSON.stringify(manifest))
  let uses = false
  const host = await createNarratoria({
    skillRoots: [join(folder, 'skills')],
    home: join(folder, 'home'),
    watchSkills: true,
    planner: {
      name: 'by hand',
      plan: ({ skills }) => Promise.resolve(plan(uses ? skills[0]!.scripts[0]!.path : undefined)),
    },
  })
  onTestFinished(() => host.close())
  const session = await host.openSession('s')
  const play = async (use: boolean): Promise<JsonObject> => {
    uses = use
    return (await session.play('echo').result).state
  }
  const started = (count: number) =>
    vi.waitFor(() => expect(readdirSync(join(skill, 'data')).length).toBeGreaterThanOrEqual(count), { timeout: 60_000 })
  // A turn that has no use for it leaves the process waiting.
  await play(false)
  await started(1)
  const noticed = new Promise((resolve) => host.skills.once('changed', resolve))
  write('two', 'b')
  expect(await play(true)).toEqual({ said: 'two b' })
  // What it starts early before the change is noticed is ended then.
  await noticed
  await play(false)
  await started(3)
  const heard = new Promise((resolve) => host.skills.once('changed', resolve))
  writeFileSync(join(skill, 'scripts/part.mjs'), `export const part = 'c'\n`)
  await heard
  expect(await play(true)).toEqual({ said: 'two c' })
})
