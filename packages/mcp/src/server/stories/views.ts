import type { Choice, TurnEvent, TurnResult } from '@narratoria/protocol'
import type { SessionRecord, TurnSummary } from '@narratoria/runtime'

/** A story in a list. */
export function storyView({ sessionId, name, title, tags, turns, updatedAt }: SessionRecord) {
  return { story: sessionId, name, title, tags, turns, updatedAt: new Date(updatedAt).toISOString() }
}

/** A stored turn in a list. */
export function turnView({ turnId, seq, parentId, label, prompt, narrative }: TurnSummary) {
  return { turn: turnId, number: seq, parent: parentId, ...(label !== undefined && { label }), prompt, narrative }
}

/** A turn that was played: what happened, what it changed and by which tool, and what can be chosen next. */
export function playedView(result: TurnResult, changes: readonly Change[], warnings: readonly string[]) {
  const { sessionId, turnId, seq, status, prompt, narrative, choices, fallback, execution } = result
  const refused = (execution?.toolResults ?? []).flatMap(({ refused, summary }) =>
    refused && summary ? [summary] : [],
  )
  return {
    text: withChoices(narrative, choices),
    data: {
      story: sessionId,
      turn: turnId,
      number: seq,
      status,
      prompt,
      narrative,
      choices,
      changes,
      ...(refused.length > 0 && { refused }),
      ...(warnings.length > 0 && { warnings }),
      ...(fallback && { fallback }),
    },
  }
}

/** A change of the state, and the tool that made it. */
export type Change = Omit<Extract<TurnEvent, { type: 'state' }>, 'type'>

/** A narration, and below it the numbered choices. */
export function withChoices(narrative: string, choices: readonly Choice[]): string {
  if (choices.length === 0) return narrative
  const lines = choices.map(({ text, hint, difficulty }, at) => {
    const notes = [hint, difficulty].filter((note) => note !== undefined)
    return `${at + 1}. ${text}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
  })
  return [narrative, '', 'Choices:', ...lines].join('\n')
}
