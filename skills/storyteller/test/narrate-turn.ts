import type { JsonObject } from '@narratoria/protocol'
import { testTool } from '@narratoria/tool-sdk/testing'
import narrate from '../src/narrate.ts'

/** The input of one narration. */
export interface NarratedTurn {
  prompt: string
  dependencies?: Record<string, JsonObject | null>
  state?: JsonObject
  config?: JsonObject
  seq?: number
}

/** Runs the tool in this process and returns its prose. */
export async function narrateTurn({ prompt, dependencies = {}, state = {}, config = {}, seq = 1 }: NarratedTurn) {
  const turn = { id: `turn-${seq}`, seq, line: [[0, seq]] as [number, number][] }
  const run = await testTool(narrate, { prompt }, { dependencies, state, config, request: { sessionId: 'tale', turn } })
  const pieces = run.events.flatMap((event) =>
    event.type === 'ui_event' && event.event === 'narration'
      ? [event.payload as { text: string; append?: boolean }]
      : [],
  )
  return { run, pieces, prose: pieces.map(({ text }) => text).join('') }
}

/** The sentences of a prose, in lower case. */
export const sentencesOf = (prose: string) =>
  prose
    .split(/(?<=[.!?…]["”]?)\s+/)
    .map((sentence) => sentence.toLowerCase().trim())
    .filter((sentence) => sentence !== '')
