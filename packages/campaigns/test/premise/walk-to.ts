import { Scene } from '@narratoria/world'
import type { WorldPlayer } from '../../src/index.ts'

/** Walks the shortest way to a place, through doors that are open by then. */
export function walkTo(player: WorldPlayer, place: string): void {
  const exitsOf = (from: string) => Object.entries(new Scene(player.world, player.state).exitsOf(from))
  const { here } = new Scene(player.world, player.state)
  const ways = new Map<string, string[]>([[here, []]])
  for (const [from, words] of ways) {
    for (const [word, { to }] of exitsOf(from)) if (!ways.has(to)) ways.set(to, [...words, word])
  }
  for (const word of ways.get(place) ?? []) player.perform([{ act: 'go', to: word }])
}
