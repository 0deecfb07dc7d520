import type { Deed, WorldState } from '../model/state.ts'

/** Returns deeds of the player, the last first; about one thing, person, place or act if they are given. */
export function recallDeeds(
  state: WorldState,
  { thing, person, place, act }: { thing?: string; person?: string; place?: string; act?: string } = {},
): Deed[] {
  return Object.values(state.deeds ?? {})
    .filter(
      (deed) =>
        deed.by === 'player' &&
        (thing === undefined || deed.thing === thing || deed.from?.slice(3) === thing) &&
        (person === undefined || deed.person === person) &&
        (place === undefined || deed.place === place) &&
        (act === undefined || deed.act === act),
    )
    .toSorted((a, b) => b.turn - a.turn)
}
