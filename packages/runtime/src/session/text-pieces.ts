import type { TurnEvent } from '@narratoria/protocol'

/** A piece of a turn's narration: `shown = piece.restart ? piece.text : shown + piece.text`. */
export interface TextPiece {
  text: string
  /** True if everything shown so far is withdrawn: the turn is narrated again, or planned again. */
  restart: boolean
}

/** Returns the narration of a turn as pieces. Together they are the turn's narrative. */
export async function* textPieces(events: AsyncIterable<TurnEvent>): AsyncGenerator<TextPiece> {
  let isEmpty = true
  for await (const event of events) {
    if (event.type === 'replan' && !isEmpty) {
      isEmpty = true
      yield { text: '', restart: true }
    }
    if (event.type !== 'narration') continue
    const restart = event.replace === true
    yield { text: restart || isEmpty || event.append ? event.text : `\n\n${event.text}`, restart }
    isEmpty = restart ? event.text === '' : isEmpty && event.text === ''
  }
}
