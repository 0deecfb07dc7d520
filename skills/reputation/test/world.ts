import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type JsonObject } from '@narratoria/protocol'
import { runTool } from '@narratoria/tool-sdk/testing'
import { onTestFinished } from 'vitest'

const scripts = fileURLToPath(new URL('../scripts/', import.meta.url))
export const updateScript = join(scripts, 'update-reputation.mjs')
const queryScript = join(scripts, 'query-reputation.mjs')

/** What one call may say. */
export interface Call {
  seq?: number
  line?: [number, number][]
  session?: string
  config?: JsonObject
  state?: JsonObject
  key?: string
}

export interface Told {
  name: string
  value: number
  standing: string
  change?: number
  reason?: string
}

/** A data folder of its own, and the two scripts upon it. */
export function createWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), 'narratoria-reputation-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  let calls = 0
  const call = async (script: string, input: JsonObject, { seq = 1, session = 'tale', ...rest }: Call) => {
    const run = await runTool(script, input, {
      dataDir,
      config: rest.config ?? {},
      state: rest.state ?? {},
      request: {
        sessionId: session,
        turn: { id: `turn-${seq}`, seq, line: rest.line ?? [[0, seq]] },
        idempotencyKey: rest.key ?? `key-${++calls}`,
      },
    })
    const reputation = (run.output.reputation ?? {}) as {
      factions?: Record<string, Told>
      history?: Record<string, unknown[]>
    }
    return { run, factions: reputation.factions ?? {}, history: reputation.history ?? {} }
  }
  return {
    dataDir,
    file: (extension = 'sqlite') => join(dataDir, `tale.${extension}`),
    update: (input: JsonObject, options: Call = {}) => call(updateScript, input, options),
    query: (input: JsonObject, options: Call = {}) => call(queryScript, input, options),
    async valueOf(faction: string, options: Call = {}) {
      const { factions } = await call(queryScript, { faction }, options)
      return Object.values(factions)[0]?.value
    },
  }
}
