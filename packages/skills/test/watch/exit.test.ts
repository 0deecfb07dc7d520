import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { buildWorld, manifest } from '../world.ts'

test('FR-035: a registry that watches does not keep the process alive', async () => {
  const world = buildWorld()
  world.skill('torch', { 'skill.json': manifest('torch') })
  const source = new URL('../../src/index.ts', import.meta.url)
  const program = `const { openSkills } = await import(${JSON.stringify(source.href)})
    const registry = await openSkills({ roots: [${JSON.stringify(world.root)}], home: ${JSON.stringify(world.home)}, watch: true })
    console.log(registry.list().length)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    timeout: 20_000,
  })
  expect(stdout.trim()).toBe('1')
})
