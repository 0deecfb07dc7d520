import type fs from 'node:fs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSkills } from '../../src/index.ts'
import { buildWorld, manifest } from '../world.ts'

// The error of Linux when the user has no watches left.
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof fs>()),
  watch: () => {
    throw Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' })
  },
}))

test('FR-035: folders that the system cannot watch are polled', async () => {
  const world = buildWorld()
  const folder = world.skill('torch', { 'skill.json': manifest('torch'), 'scripts/lib/part.mjs': '' })
  const registry = await openSkills({ roots: [world.root], home: world.home, watch: true })
  onTestFinished(() => registry.close())
  const changed: string[] = []
  registry.on('changed', (change) => changed.push(...change.changed, ...change.added))
  writeFileSync(join(folder, 'scripts/lib/part.mjs'), '// longer')
  await vi.waitFor(() => expect(changed).toContain('torch'), { timeout: 60_000 })
  world.skill('late', { 'skill.json': manifest('late') })
  await vi.waitFor(() => expect(changed).toContain('late'), { timeout: 60_000 })
  changed.length = 0
  writeFileSync(join(world.root, 'late/prompt.md'), 'x')
  await vi.waitFor(() => expect(changed).toContain('late'), { timeout: 60_000 })
})
