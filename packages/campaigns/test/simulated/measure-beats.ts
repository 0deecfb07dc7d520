import { holds, Scene, type World } from '@narratoria/world'
import { walk } from './walk.ts'

/** What simulated plays showed of the beats of a world. */
export interface BeatMeasure {
  /** Beats whose conditions were true at the end of a turn or that began. */
  due: number
  /** Those of them that began by the second turn after that. */
  inTime: number
  /** Beats that happened more than once in one play. */
  repeated: string[]
}

/** Plays a world at random and measures when its beats begin. A beat still due in the last two turns is not counted. */
export function measureBeats(world: World, { plays, maxTurns }: { plays: number; maxTurns: number }): BeatMeasure {
  const measure: BeatMeasure = { due: 0, inTime: 0, repeated: [] }
  for (let seed = 1; seed <= plays; seed++) {
    const dueSince = new Map<string, number>()
    const startedAt = new Map<string, number>()
    const recorded = new Map<string, number>()
    let turns = 0
    walk(world, { seed, maxTurns }, (player, turn) => {
      turns += turn ? 1 : 0
      const scene = new Scene(world, player.state)
      for (const [id, { when, unless }] of Object.entries(world.beats ?? {})) {
        const at = player.state.happened?.[id]
        if (at !== undefined) {
          if (recorded.has(id) && recorded.get(id) !== at) measure.repeated.push(id)
          recorded.set(id, at)
          if (!startedAt.has(id)) startedAt.set(id, turns)
          if (!dueSince.has(id)) dueSince.set(id, turns)
        } else if (dueSince.has(id)) continue
        else if (holds(scene, when) && !(unless && holds(scene, unless))) dueSince.set(id, turns)
      }
    })
    for (const [id, since] of dueSince) {
      const started = startedAt.get(id)
      if (started === undefined && turns - since <= 2) continue
      measure.due += 1
      if (started !== undefined && started - since <= 2) measure.inTime += 1
    }
  }
  return measure
}
