import type { JsonObject, ToolRequest } from '@narratoria/protocol'
import { testTool } from '@narratoria/tool-sdk/testing'
import narrate from '../src/narrate.ts'

/** The input of one narration. */
export interface NarratedTurn {
  prompt: string
  dependencies?: Record<string, JsonObject | null>
  /** Summaries of the steps before, or their outcomes. */
  outcomes?: Record<string, string | NonNullable<ToolRequest['outcomes']>[string]>
  state?: JsonObject
  config?: JsonObject
  seq?: number
  campaign?: ToolRequest['campaign']
}

/** Runs the tool in this process and returns its prose. */
export async function narrateTurn({
  prompt,
  dependencies = {},
  outcomes = {},
  state = {},
  config = {},
  seq = 1,
  campaign,
}: NarratedTurn) {
  const turn = { id: `turn-${seq}`, seq, line: [[0, seq]] as [number, number][] }
  const given = Object.entries(outcomes).map(([toolId, outcome]) => [
    toolId,
    typeof outcome === 'string' ? { state: 'completed', summary: outcome } : outcome,
  ])
  const request = {
    sessionId: 'tale',
    turn,
    outcomes: Object.fromEntries(given) as ToolRequest['outcomes'],
    ...(campaign && { campaign }),
  }
  const run = await testTool(narrate, { prompt }, { dependencies, state, config, request })
  const pieces = run.events.flatMap((event) =>
    event.type === 'ui_event' && event.event === 'narration'
      ? [event.payload as { text: string; append?: boolean }]
      : [],
  )
  return { run, pieces, prose: pieces.map(({ text }) => text).join('') }
}
