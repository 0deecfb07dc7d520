import { phrases } from '@narratoria/content'
import { type Act, offerActs, type World } from '@narratoria/world'
import { WorldPlayer, type WorldTurn } from '../../src/index.ts'
import { seededRandom } from '../../src/play/seeded-random.ts'

/**
 * Plays a world by choices alone, at random, and calls `each` with the player at the start, and with the turn and
 * its act after every turn. Six of ten
 * choices are those that are offered, the others anything that is possible, unless `offeredOnly` is true. Returns the player at
 * the end.
 */
export function walk(
  world: World,
  { seed, maxTurns, offeredOnly = false }: { seed: number; maxTurns: number; offeredOnly?: boolean },
  each: (player: WorldPlayer, turn?: WorldTurn, act?: Act) => void = () => {},
): WorldPlayer {
  const player = new WorldPlayer(world, { seed })
  const random = seededRandom(seed * 7919)
  each(player)
  for (let turn = 0; turn < maxTurns; turn++) {
    const choices = offeredOnly || random() < 0.6 ? offerActs(world, player.state, { phrases }) : player.choices()
    const chosen = choices[Math.floor(random() * choices.length)]
    if (!chosen) break
    each(player, player.perform([chosen.act]), chosen.act)
  }
  return player
}
