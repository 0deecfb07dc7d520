import type { JsonObject, TurnEvent } from '@narratoria/protocol'
import { mergeShared } from '@narratoria/protocol/rules'
import { sameJson } from '../store/same-json.ts'

/** The result of folding a turn's events. */
export interface FoldedTurn {
  state: JsonObject
  narrative: string
}

/**
 * Folds a turn's events as a host shows them: `state` patches are merged, `narration` is appended or replaced, and a
 * `replan` withdraws both. No tool runs. `before` is the state before the turn.
 */
export function foldTurn(events: Iterable<TurnEvent>, before: JsonObject): FoldedTurn {
  let state = before
  let narrative = ''
  // The patches of a tool, which were merged at once when they were shown.
  let patches: JsonObject[] = []
  let toolId: string | undefined
  const merge = () => {
    state = mergeShared(state, patches)
    patches = []
  }
  for (const event of events) {
    if (patches.length > 0 && (event.type !== 'state' || event.toolId !== toolId)) merge()
    if (event.type === 'state') {
      patches.push(event.patch)
      toolId = event.toolId
    } else if (event.type === 'narration') narrative = narrate(narrative, event)
    else if (event.type === 'replan') [state, narrative] = [before, '']
  }
  merge()
  return { state, narrative }
}

function narrate(before: string, { text, append, replace }: Extract<TurnEvent, { type: 'narration' }>): string {
  if (replace || before === '') return text
  return append ? before + text : `${before}\n\n${text}`
}

/**
 * The events that a record needs in addition to the emitted ones, so that {@link foldTurn} returns exactly `outcome`:
 * tools that ran concurrently may have emitted their patches in another order than the one in which they are merged.
 */
export function missingEvents(events: readonly TurnEvent[], before: JsonObject, outcome: FoldedTurn): TurnEvent[] {
  const shown = foldTurn(events, before)
  const missing: TurnEvent[] = []
  if (shown.narrative !== outcome.narrative)
    missing.push({ type: 'narration', text: outcome.narrative, append: false, replace: true })
  if (!sameJson(shown.state, outcome.state)) missing.push(...restate(shown.state, outcome.state))
  return missing
}

/** Removes the keys from the first one that differs in name, position or value, and adds the right ones. */
function restate(from: JsonObject, to: JsonObject): TurnEvent[] {
  const [had, wanted] = [Object.entries(from), Object.entries(to)]
  let same = 0
  while (same < had.length && sameJson(had[same], wanted[same])) same += 1
  const gone = Object.fromEntries(had.slice(same).map(([key]) => [key, null]))
  return [
    { type: 'state', patch: gone },
    { type: 'state', patch: Object.fromEntries(wanted.slice(same)) },
  ]
}
