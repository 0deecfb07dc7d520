import { phrases } from '@narratoria/content'
import { possibleActs, type World } from '@narratoria/world'
import { parseStory, WorldPlayer } from '../../src/index.ts'
import { seededRandom } from '../../src/play/seeded-random.ts'

/** Acts of a player who looks at what is there, and goes on. */
const curious = new Set(['look', 'examine', 'listen', 'smell', 'inventory', 'read', 'search'])

/**
 * Plays the story of a test as a player who knows where they want to go and is curious on the way: between its steps, with the
 * probability `detours`, they look at something. Dice fall by the seed. Returns the ending that was reached, if any.
 */
export function wander(
  world: World,
  test: { text: string },
  { seed, detours }: { seed: number; detours: number },
): string | undefined {
  const player = new WorldPlayer(world, { seed })
  const random = seededRandom(seed * 7919)
  for (const { prompt } of parseStory(test.text).steps) {
    if (prompt === undefined) continue
    if (random() < detours) {
      const acts = possibleActs(world, player.state, { phrases }).filter(({ act }) => curious.has(act.act))
      const chosen = acts[Math.floor(random() * acts.length)]
      if (chosen) player.perform([chosen.act])
    }
    player.play(prompt)
    if (player.state.ended !== undefined) break
  }
  return player.state.ended
}
