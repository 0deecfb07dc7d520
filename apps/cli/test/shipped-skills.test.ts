import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNarratoria } from '@narratoria/runtime'
import { expect, it, onTestFinished } from 'vitest'
import { copyShippedSkills } from './shipped-skills.ts'

interface Roll {
  rolls: number[]
}

/** Plays a story in which each turn rolls four times the same dice at once; gives all that fell, turn by turn. */
async function playDice(name: string, seed: string): Promise<string[][]> {
  const home = mkdtempSync(join(tmpdir(), 'narratoria-dice-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const host = await createNarratoria({
    skillRoots: [copyShippedSkills(join(home, 'skills'), ['dice-roller'])],
    home,
    planner: {
      name: 'by hand',
      plan: ({ skills }) =>
        Promise.resolve({
          requestId: crypto.randomUUID(),
          parallel: true,
          tools: ['a', 'b', 'c', 'd'].map((toolId) => ({
            toolId,
            toolPath: skills[0]!.scripts[0]!.path,
            input: { formula: '20d100' },
            async: true,
          })),
        }),
    },
  })
  onTestFinished(() => host.close())
  await host.skills.setConfig('dice-roller', { source: 'pseudo', seed })
  const session = await host.openSession(name)
  const turns: string[][] = []
  for (const prompt of ['one', 'two', 'three']) {
    const { result } = await session.play(prompt).result
    turns.push(
      result!.toolResults.map(({ events }) =>
        events.flatMap((event) => (event.type === 'ui_event' ? (event.payload as unknown as Roll).rolls : [])).join(),
      ),
    )
  }
  return turns
}

it('FR-055: a seeded story rolls the same when it is played again, and no two of its rolls are alike', async () => {
  const first = await playDice('tale', 'a seed')
  expect(first.flat().every((rolls) => rolls.split(',').length === 20)).toBe(true)
  expect(new Set(first.flat()).size).toBe(12)
  expect(await playDice('tale', 'a seed')).toEqual(first)
  expect((await playDice('tale', 'another seed')).flat()).not.toContain(first[0]![0])
  expect((await playDice('another tale', 'a seed')).flat()).not.toContain(first[0]![0])
}, 60_000)
