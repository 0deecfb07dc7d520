import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type NewProject, readProject } from '../../src/index.ts'
import { makeProject, shippedSkills, temporaryFolder } from '../world.ts'

const wish: NewProject = { premise: 'A retired detective receives a letter from the killer she never caught.' }

const steps = ['outline', 'plan', 'draft', 'critique', 'revision']

describe('a novel with a model', () => {
  it('killed at any call, it goes on with the next one', async () => {
    const folder = makeProject(wish)
    const log = join(temporaryFolder(), 'calls')
    const run = (dieAt: number) =>
      spawnSync(
        process.execPath,
        [join(import.meta.dirname, '../fixtures/write-and-die.ts'), folder, shippedSkills, String(dieAt), log],
        { encoding: 'utf8' },
      )
    for (let call = 1; call <= 5; call++) {
      expect(run(call === 1 ? 1 : 2).signal, String(call)).toBe('SIGKILL')
      expect(existsSync(join(folder, 'scenes/S001.md'))).toBe(false)
    }
    const last = run(0)
    expect(last.status, last.stderr).toBe(0)
    // Each run asks again only what the kill interrupted.
    expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual(steps.flatMap((step) => [step, step]))
    const { scenes, memory } = await readProject(folder)
    expect(scenes.map(({ id }) => id)).toEqual(['S001'])
    expect(Object.values(memory.characters).filter(({ name }) => name === 'Marcus Vale')).toHaveLength(1)
    expect(existsSync(join(folder, '.story/calls'))).toBe(false)
  })
})
