import type { WorldState } from '../model/state.ts'

/** Deeds that are kept of each sort, the important ones and the others. */
const maxDeeds = 200

/** Removes the oldest deeds beyond the limit, with what people know about them. */
export function forgetDeeds(state: WorldState): void {
  const deeds = Object.entries(state.deeds ?? {})
  if (deeds.length <= maxDeeds) return
  for (const important of [true, false]) {
    const same = deeds.filter(([, deed]) => (deed.important === true) === important)
    for (const [id] of same.slice(0, Math.max(same.length - maxDeeds, 0))) forget(state, id)
  }
}

function forget(state: WorldState, id: string): void {
  delete state.deeds![id]
  for (const known of Object.values(state.knows ?? {})) delete known[id]
  for (const event of Object.keys(state.happened ?? {}))
    if (event.startsWith('minded:') && event.endsWith(`:${id}`)) delete state.happened![event]
}
