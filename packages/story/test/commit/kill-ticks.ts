import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readProject, type StoryPlan } from '../../src/index.ts'
import { readNextIds } from '../../src/memory/ids.ts'
import { readMemory } from '../../src/memory/read-memory.ts'
import { seededNumbers } from '../../src/imagine/seeded.ts'
import { contents, makeBareProject, openStory, shippedSkills, temporaryFolder, written } from '../world.ts'

/** The program that runs ticks and can kill itself. */
export const fixture = join(import.meta.dirname, '../fixtures/tick-and-die.ts')

/** A plan that creates two characters and their relationship. */
export const planWith = (one: string, other: string): StoryPlan => ({
  rationale: 'r',
  scene_intention: 'The clock strikes.',
  actions: [
    { tool: 'character.generate', args: { role: one } },
    { tool: 'character.generate', args: { role: other } },
    { tool: 'relationship.create', args: { character_a: one, character_b: other, relationship_type: 'rivals' } },
  ],
})
export const peopledPlan = planWith('bell-founder', 'ringer')

/** Asserts that no tick left partial files. Returns the number of ticks. */
export async function expectWhole(folder: string): Promise<number> {
  const { state, scenes } = await readProject(folder)
  const names = scenes.map(({ id }) => id)
  expect(readdirSync(join(folder, 'scenes')).map((file) => file.replace('.md', ''))).toEqual(names)
  expect(readdirSync(join(folder, 'plans'))).toHaveLength(state.current_tick)
  expect(names).toHaveLength(state.current_tick)
  expect(existsSync(join(folder, '.story/commit'))).toBe(false)
  expect(existsSync(join(folder, '.story/staging'))).toBe(false)
  return state.current_tick
}

/**
 * Kills ticks at some of their disk steps, spread evenly over all of them, and checks each project and its ids after recovery.
 * Returns in how many of them the tick did not happen.
 */
export async function killTicks(count: number): Promise<number> {
  const base = makeBareProject()
  const planFile = writePlan(peopledPlan)
  const { step: last } = JSON.parse(run(copyOf(base), 0, planFile).split('\n')[1]!) as { step: number }
  let without = 0
  for (const step of spreadOver(last, count)) {
    const folder = copyOf(base)
    const before = contents(folder)
    const free = readNextIds(folder, readMemory(folder))
    run(folder, step, planFile)
    const staged = readdirSync(join(folder, '.story'), { recursive: true, encoding: 'utf8' })
    const set = readNextIds(folder, readMemory(folder))
    const story = await openStory(folder)
    const ticks = await expectWhole(folder)
    if (ticks === 0) {
      without++
      expect(contents(folder), `step ${step}`).toEqual(before)
    }
    written(await story.tick({ plan: planWith('sexton', 'verger') }))
    expect(await expectWhole(folder), `step ${step}`).toBe(ticks + 1)
    const { characters, relationships } = (await readProject(folder)).memory
    // Each complete tick created two characters. Their ids were not reserved by the killed tick.
    expect(Object.keys(characters), `step ${step}`).toHaveLength(1 + 2 * (ticks + 1))
    expect(Object.keys(relationships), `step ${step}`).toHaveLength(ticks + 1)
    const ids = Object.keys(characters).slice(-2)
    expect(ids, `step ${step}`).toEqual([`C${set.character}`, `C${set.character + 1}`])
    if (ticks === 0) for (const id of ids) expect(staged.join(), `step ${step}`).not.toContain(`${id}.json`)
    expect(set.character).toBeGreaterThanOrEqual(free.character)
    await story.close()
  }
  return without
}

function copyOf(base: string): string {
  const folder = join(temporaryFolder(), 'novel')
  cpSync(base, folder, { recursive: true })
  return folder
}

/** Seeded random steps, one from each of `count` equal parts. */
function spreadOver(last: number, count: number): number[] {
  const random = seededNumbers('kill')
  return Array.from({ length: count }, (_, part) => 1 + Math.floor(((part + random()) * last) / count))
}

/** Writes a plan to a file. */
export function writePlan(plan: StoryPlan): string {
  const file = join(temporaryFolder(), 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  return file
}

/** Runs one tick in a process that kills itself at a disk step (0: never). Returns its output. */
export function run(folder: string, dieAt: number, ...planFile: string[]): string {
  const args = [fixture, folder, shippedSkills, String(dieAt), '1', ...planFile]
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout
}
