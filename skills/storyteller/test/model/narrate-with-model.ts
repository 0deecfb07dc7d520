import { fileURLToPath } from 'node:url'
import type { JsonObject, ToolRequest } from '@narratoria/protocol'
import { runTool, testTool } from '@narratoria/tool-sdk/testing'
import narrate from '../../src/narrate.ts'
import type { Vendor } from '../model-server.ts'

const script = fileURLToPath(new URL('../../scripts/narrate.mjs', import.meta.url))
export const secret = 'sk-planted-secret'
/** Five pieces of prose. */
export const story = ['The key ', 'turns. ', 'Somewhere ', 'below, water ', 'answers.']

/** The input of one narration. */
export interface NarratedTurn {
  prompt?: string
  config?: JsonObject
  host?: ToolRequest['host']
  dependencies?: Record<string, JsonObject>
  outcomes?: ToolRequest['outcomes']
  /** Defaults to none. */
  traceparent?: string
  /** Runs the built script in a process of its own. Defaults to running the tool in this process. */
  isProcess?: boolean
}

/** Runs the tool and collects its prose, log messages and duration. */
export async function narrateTurn({
  prompt = 'I turn the key',
  config = {},
  host,
  dependencies = {},
  outcomes = {},
  traceparent,
  isProcess = false,
}: NarratedTurn) {
  const started = performance.now()
  const options = {
    config,
    dependencies,
    state: {},
    request: { outcomes, ...(host && { host }), ...(traceparent && { traceparent }) },
  }
  const run = await (isProcess ? runTool(script, { prompt }, options) : testTool(narrate, { prompt }, options))
  const pieces = run.events.flatMap((event) =>
    event.type === 'ui_event' && event.event === 'narration'
      ? [event.payload as { text: string; append: boolean; replace?: boolean }]
      : [],
  )
  const logs = run.events.flatMap((event) => (event.type === 'log' ? [`${event.level}: ${event.message}`] : []))
  return {
    run,
    pieces,
    prose: pieces.map(({ text }) => text).join(''),
    logs,
    seconds: (performance.now() - started) / 1000,
  }
}

/** The settings that choose a vendor at an address. */
export function chosen(vendor: Vendor, baseUrl: string): JsonObject {
  return { provider: vendor, baseUrl, model: 'm', apiKey: secret }
}

/** A host with a model at an address. */
export const hostAt = (baseUrl: string) => ({ baseUrl, token: 'host-token' })
