import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCampaign } from '@narratoria/campaigns'
import { narrationWords } from '@narratoria/content'
import { isJsonObject, type JsonValue } from '@narratoria/protocol'
import { createNarratoria } from '@narratoria/runtime'
import { findContradictions } from '@narratoria/world/claims'
import { validateWorldState, type World, type WorldState } from '@narratoria/world'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../command-line.ts'

const turns = Number(process.env.NARRATORIA_CHOICES ?? 24)
const shipped = (folder: string) => fileURLToPath(new URL(`../../../../${folder}`, import.meta.url))

/** Nothing ends this story, so that as many choices can be played as wanted. */
function withoutEndings(world: World): World {
  const strip = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.filter((each) => !(isJsonObject(each) && 'ending' in each)).map(strip)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, strip(each)]))
  }
  return { ...(strip(world as unknown as JsonValue) as unknown as World), endings: {} }
}

test(
  `${turns} choices in one story of the Packet Boat are consistent${turns >= 1_000 ? ', and late turns cost no more than early ones' : ''}`,
  { timeout: 3_600_000 },
  async () => {
    const { campaign } = await readCampaign(shipped('packages/content/campaigns/packet-boat'))
    const world = withoutEndings(campaign!.world)
    const home = join(temporaryFolder(), 'home')
    mkdirSync(home)
    const found = { name: 'endless', version: '1.0.0', digest: 'endless', path: campaign!.path, world }
    const host = await createNarratoria({
      home,
      skillRoots: [shipped('skills')],
      campaigns: { find: async (name) => (name === 'endless' ? found : undefined) },
    })
    onTestFinished(() => host.close({ force: true }))
    const session = await host.openSession('long', { campaign: 'endless' })
    const times: number[] = []
    let chosen = 'look'
    for (let turn = 1; turn <= turns; turn++) {
      const before = performance.now()
      const { narrative, state, choices, status } = await session.play(chosen).result
      times.push(performance.now() - before)
      expect(status, `${turn}: ${chosen}`).toBe('stored')
      const { model: _, ...own } = state.world as Record<string, JsonValue>
      const worldState = own as WorldState
      expect(validateWorldState(worldState), `${turn}: ${chosen}`).toEqual([])
      expect(worldState.ended, `${turn}: ${chosen}`).toBeUndefined()
      expect(findContradictions(world, worldState, narrative, { words: narrationWords }), `${turn}: ${chosen}`).toEqual(
        [],
      )
      const entries = Object.values(worldState.report?.entries ?? {})
      expect(
        entries.some(({ refused }) => refused === true),
        `${turn}: ${chosen}: ${narrative}`,
      ).toBe(false)
      // A player who fights may die of it.
      const safe = choices.map(({ text }) => text).filter((text) => !/^(?:Attack|Push past)/.test(text))
      expect(safe.length, `${turn}: ${chosen}`).toBeGreaterThan(0)
      chosen = safe[(turn * 7) % safe.length]!
    }
    const median = (from: number, to: number) => times.slice(from, to).toSorted((a, b) => a - b)[(to - from) >> 1]!
    const [early, late] = [median(5, 25), median(turns - 20, turns)]
    process.stderr.write(`turns 6 to 25: ${early.toFixed(1)} ms, the last 20: ${late.toFixed(1)} ms\n`)
    if (turns >= 1_000) expect(late / early).toBeLessThanOrEqual(1.2)
  },
)
