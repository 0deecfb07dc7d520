import { applyTurnEvent, startTurnView } from '../../api/apply-turn-event.ts'
import type { AssetView, TurnView } from '../../api/turn-view.ts'
import type { StoredTurn } from '@narratoria/runtime'
import type { WireTranslator } from './wire-turn-event.ts'

/** Builds the view of a stored turn from its recorded events, with all its files. */
export function viewStoredTurn(turn: StoredTurn, translator: WireTranslator): TurnView {
  const { events: _events, assets: _assets, createdAt: _createdAt, texts: _texts, ...result } = turn
  // The player may have edited the text since.
  const events = turn.events
    .filter((event) => event.type !== 'turn_finished')
    .map((event) => (event.type === 'turn_started' ? { ...event, prompt: turn.prompt } : event))
  const assets: AssetView[] = []
  let view = startTurnView(turn)
  for (const event of [...events, { type: 'turn_finished' as const, result }]) {
    const sent = translator.translate(event)
    if (sent?.type === 'asset') assets.push(sent.asset)
    else if (sent) view = applyTurnEvent(view, sent)
  }
  return { ...view, assets }
}
