import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProject, openStory } from '@narratoria/story'
import { writeLongProject } from '../../../packages/story/test/long-project.ts'
import type { BenchCase } from '../bench-case.ts'

const sceneCount = 1_000

/** A dry run over a novel of 1,000 scenes, 250 people and as many loops and relationships: reads all it knows, builds the context, plans, keeps the plan; in 200 ms. */
export async function cases(): Promise<BenchCase[]> {
  const folder = join(mkdtempSync(join(tmpdir(), 'narratoria-bench-')), 'novel')
  createProject(folder, { seed: 'bench' })
  writeLongProject(folder, sceneCount)
  mkdirSync(join(folder, '../home'))
  const skillRoots = [join(import.meta.dirname, '../../../skills')]
  const story = await openStory({ folder, skillRoots, home: join(folder, '../home') })
  return [
    {
      name: `context and plan for a novel of ${sceneCount} scenes`,
      reference: { name: 'the bound', run: () => 200 },
      contenders: [
        {
          name: 'narratoria, read, checked, told and planned',
          bar: 1,
          run: () => story.preview({ fresh: true }),
          async close() {
            await story.close()
            rmSync(join(folder, '..'), { recursive: true, force: true })
          },
        },
      ],
      note: 'The bound is for building the context alone; reading the memory, planning and keeping the plan are measured with it.',
    },
  ]
}
