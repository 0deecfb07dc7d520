import { phrases } from '@narratoria/content'
import { checkWorld, offerActs, validateWorld } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { buildFitting } from './build-fitting.ts'
import { blindPremises } from './blind-premises.ts'
import { isWellFormed, playAtRandom } from './play-at-random.ts'

describe.each(blindPremises)('$plot: $text', ({ text, plot, people, things }) => {
  const world = buildFitting(text, { seed: 2 })

  it('has the plot that fits, its people and things, and three endings', () => {
    expect([validateWorld(world), checkWorld(world)]).toEqual([[], []])
    expect(JSON.stringify(world)).toBe(JSON.stringify(buildFitting(text, { seed: 2, plot })))
    expect(Object.keys(world.endings!).length).toBeGreaterThanOrEqual(3)
    const named = (all: Record<string, { name: string }>) =>
      Object.values(all)
        .map(({ name }) => name)
        .join(' | ')
    for (const name of people) expect(named(world.people)).toContain(name)
    for (const name of things) expect(named(world.things)).toContain(name)
  })

  it('opens with whole sentences and three choices, and is described as it is after ten choices', () => {
    expect(world.opening).toSatisfy(isWellFormed)
    for (const name of [...people, ...things]) expect(world.opening).toContain(name)
    expect(offerActs(world, world.state ?? {}, { phrases }).length).toBeGreaterThanOrEqual(3)
    playAtRandom(world, 7)
  })
})
