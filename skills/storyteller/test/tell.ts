import { fileURLToPath } from 'node:url'
import type { JsonObject } from '@narratoria/protocol'
import { runTool } from '@narratoria/tool-sdk/testing'

const script = fileURLToPath(new URL('../scripts/narrate.mjs', import.meta.url))

/** What a narration is told of. */
export interface Telling {
  prompt: string
  dependencies?: Record<string, JsonObject | null>
  state?: JsonObject
  config?: JsonObject
  seq?: number
}

/** Runs the script and gives its prose. */
export async function tell({ prompt, dependencies = {}, state = {}, config = {}, seq = 1 }: Telling) {
  const turn = { id: `turn-${seq}`, seq, line: [[0, seq]] as [number, number][] }
  const run = await runTool(script, { prompt }, { dependencies, state, config, request: { sessionId: 'tale', turn } })
  const pieces = run.events.flatMap((event) =>
    event.type === 'ui_event' && event.event === 'narration'
      ? [event.payload as { text: string; append?: boolean }]
      : [],
  )
  return { run, pieces, prose: pieces.map(({ text }) => text).join('') }
}

/** A prose's sentences in lower case. */
export const sentencesOf = (prose: string) =>
  prose.split(/(?<=[.!?…]["”]?)\s+/).map((sentence) => sentence.toLowerCase().trim())
