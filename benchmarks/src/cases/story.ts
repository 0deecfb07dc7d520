import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProject, Story } from '@narratoria/story'
import type { BenchCase } from '../bench-case.ts'

const sceneCount = 1_000

/** A dry run over a novel of 1,000 scenes: reads all it knows, builds the context, plans, keeps the plan; in 200 ms. */
export async function cases(): Promise<BenchCase[]> {
  const folder = join(mkdtempSync(join(tmpdir(), 'narratoria-bench-')), 'novel')
  createProject(folder, { seed: 'bench' })
  for (let number = 1; number <= sceneCount; number++) writeScene(folder, number)
  mkdirSync(join(folder, '../home'))
  const skillRoots = [join(import.meta.dirname, '../../../skills')]
  const story = await Story.open({ folder, skillRoots, home: join(folder, '../home') })
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

function writeScene(folder: string, number: number): void {
  const id = `S${String(number).padStart(3, '0')}`
  const scene = {
    id,
    tick: number,
    title: `Scene ${number}`,
    pov_character: 'C0',
    location: 'L0',
    intention: `What scene ${number} is for, in a sentence of the usual length.`,
    summary: [`In scene ${number} something happens that the story comes back to.`, 'And something that it does not.'],
    characters: ['C0'],
    loops: { raised: [], developed: [], closed: [] },
    word_count: 300,
    created_at: '2026-01-01T00:00:00Z',
  }
  writeFileSync(join(folder, 'memory/scenes', `${id}.json`), JSON.stringify(scene, null, 2))
}
