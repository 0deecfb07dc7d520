import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProject, openStory } from '@narratoria/story'
import { writeLongProject } from '../../../packages/story/test/long-project.ts'
import type { BenchCase } from '../bench-case.ts'

const sceneCount = 1_000
const skillRoots = [join(import.meta.dirname, '../../../skills')]

/** Ticks and dry runs without a model. */
export async function cases(): Promise<BenchCase[]> {
  return [await tick(), await dryRun()]
}

/** A whole tick: plan, run its tools as processes, write, check and commit. */
async function tick(): Promise<BenchCase> {
  const folder = join(mkdtempSync(join(tmpdir(), 'narratoria-bench-')), 'novel')
  createProject(folder, { seed: 'bench' })
  mkdirSync(join(folder, '../home'))
  const story = await openStory({ folder, skillRoots, home: join(folder, '../home') })
  return {
    name: 'a tick of a novel without a model',
    rounds: 25,
    reference: { name: 'the limit', run: () => 400 },
    contenders: [
      {
        name: 'narratoria',
        bar: 1,
        async run() {
          const startedAt = performance.now()
          const result = await story.tick()
          if (!result.ok) throw new Error(result.error.message)
          return performance.now() - startedAt
        },
        async close() {
          await story.close()
          rmSync(join(folder, '..'), { recursive: true, force: true })
        },
      },
    ],
  }
}

/** A dry run for a novel of 1,000 scenes with 250 people, loops and relationships: read, build the context, plan, store. */
async function dryRun(): Promise<BenchCase> {
  const folder = join(mkdtempSync(join(tmpdir(), 'narratoria-bench-')), 'novel')
  createProject(folder, { seed: 'bench' })
  writeLongProject(folder, sceneCount)
  mkdirSync(join(folder, '../home'))
  const story = await openStory({ folder, skillRoots, home: join(folder, '../home') })
  return {
    name: `context and plan for a novel of ${sceneCount} scenes`,
    reference: { name: 'the limit', run: () => 200 },
    contenders: [
      {
        name: 'narratoria',
        bar: 1,
        run: () => story.preview({ fresh: true }),
        async close() {
          await story.close()
          rmSync(join(folder, '..'), { recursive: true, force: true })
        },
      },
    ],
    note: 'The limit is for building the context; reading the memory, planning and storing the plan are measured too.',
  }
}
