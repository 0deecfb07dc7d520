import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSkills, type SkillsChange } from '../../src/index.ts'
import { buildWorld, manifest } from '../world.ts'

test('FR-035: a new, a changed and a removed skill are each found within a second', { retry: 2 }, async () => {
  const world = buildWorld()
  const registry = await openSkills({ roots: [world.root], home: world.home, watch: true })
  onTestFinished(() => registry.close())
  const changed = vi.fn<(change: SkillsChange) => void>()
  registry.on('changed', changed)
  const folder = join(world.root, 'torch')
  const steps: (() => void)[] = [
    () => void world.skill('torch', { 'skill.json': manifest('torch'), 'scripts/torch.mjs': '' }),
    () => writeFileSync(join(folder, 'scripts/torch.mjs'), '// new'),
    () => rmSync(folder, { recursive: true }),
  ]
  for (const step of steps) {
    changed.mockClear()
    const start = performance.now()
    step()
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 5000, interval: 10 })
    expect(performance.now() - start).toBeLessThan(1000)
  }
})
