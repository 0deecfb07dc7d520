import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderDigest, saveOrigin } from '@narratoria/skills/install'
import { expect, it, onTestFinished } from 'vitest'
import { createNarratoria } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

/** Reports its process, and a part that it imports. */
const script = (name: string) => `
import { part } from './part.mjs'
export default {
  async call(request, { write }) {
    write(JSON.stringify({ version: '0', type: 'state_patch', patch: { ${name}: { pid: process.pid, part } } }) + '\\n')
    write(JSON.stringify({ version: '0', type: 'done', ok: true, summary: '${name}' }) + '\\n')
  },
}
`

function writeSkill(root: string, name: string): string {
  const folder = join(root, name)
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  writeFileSync(join(folder, 'scripts/run.mjs'), script(name), { mode: 0o755 })
  writeFileSync(join(folder, 'scripts/part.mjs'), `export const part = 'one'\n`)
  const scripts = [
    { name: 'run', path: 'scripts/run.mjs', reusable: true, prewarm: true, triggers: [{ always: true }] },
  ]
  writeFileSync(join(folder, 'skill.json'), JSON.stringify({ name, version: '1.0.0', description: name, scripts }))
  return folder
}

it('reusable scripts of a folder share a process, an installed skill has its own, and changed files are read again', async () => {
  const folder = await temporaryFolder()
  const [root, home] = [join(folder, 'skills'), join(folder, 'home')]
  const first = writeSkill(root, 'first')
  writeSkill(root, 'second')
  const installed = writeSkill(join(home, 'skills'), 'third')
  await saveOrigin(home, 'third', {
    source: './third.tgz',
    kind: 'archive',
    digest: folderDigest(installed),
    addedAt: new Date().toISOString(),
    trusted: true,
  })
  const host = await createNarratoria({ home, skillRoots: [root, join(home, 'skills')], watchSkills: true })
  onTestFinished(() => host.close())
  const session = await host.openSession('s')
  type Reported = Record<'first' | 'second' | 'third', { pid: number; part: string }>
  const play = async () => (await session.play('on').result).state as unknown as Reported
  const before = await play()
  expect(before.first).toEqual(before.second)
  expect(before.third.pid).not.toBe(before.first.pid)
  expect((await play()).first).toEqual(before.first)
  const noticed = new Promise((resolve) => host.skills.once('changed', resolve))
  writeFileSync(join(first, 'scripts/part.mjs'), `export const part = 'two'\n`)
  await noticed
  const after = await play()
  expect([after.first.part, after.second.part]).toEqual(['two', 'one'])
  expect(after.first.pid).not.toBe(before.first.pid)
})
