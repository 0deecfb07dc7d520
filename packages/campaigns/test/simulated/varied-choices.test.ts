import { phrases } from '@narratoria/content'
import { offerActs, possibleActs } from '@narratoria/world'
import { expect, it } from 'vitest'
import { seededRandom } from '../../src/play/seeded-random.ts'
import { WorldPlayer } from '../../src/index.ts'
import { shippedWorlds } from './shipped-worlds.ts'

const campaigns = (await shippedWorlds()).filter(([name]) => name !== 'hall')

/** The lists of choices in a play whose player seldom takes one; empty where there is hardly more to do than is offered. */
function listsOf(world: (typeof campaigns)[number][1], seed: number): string[][] {
  const player = new WorldPlayer(world, { seed })
  const random = seededRandom(seed * 7919)
  const lists: string[][] = []
  for (let turn = 0; turn < 30; turn++) {
    const offered = offerActs(world, player.state, { phrases }).map(({ text }) => text)
    const possible = possibleActs(world, player.state, { phrases })
    const others = possible.filter(({ text }) => !offered.includes(text))
    if (offered.length === 0) break
    lists.push(possible.length >= 10 ? offered : [])
    const chosen = others[Math.floor(random() * others.length)]
    const way = random() < 0.2 ? possible.find(({ act }) => act.act === 'go') : undefined
    player.perform([way?.act ?? (random() < 0.3 || !chosen ? { act: 'wait' } : chosen.act)])
  }
  return lists
}

it('choices that are not taken make room for others', () => {
  let [kept, shown] = [0, 0]
  for (const [, world] of campaigns)
    for (const lists of [1, 2].map((seed) => listsOf(world, seed)))
      for (const [turn, list] of lists.entries()) {
        const before = lists[turn - 1] ?? []
        if (list.length === 0 || before.length === 0) continue
        shown += list.length
        kept += list.filter((text) => before.includes(text)).length
      }
  expect(shown).toBeGreaterThan(200)
  expect(kept / shown).toBeLessThanOrEqual(0.65)
})
