import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type JsonObject } from '@narratoria/protocol'
import { runTool, testTool } from '@narratoria/tool-sdk/testing'
import { onTestFinished } from 'vitest'
import queryReputation from '../src/query-reputation.ts'
import updateReputation from '../src/update-reputation.ts'

const scripts = fileURLToPath(new URL('../scripts/', import.meta.url))
const updateScript = join(scripts, 'update-reputation.mjs')
const queryScript = join(scripts, 'query-reputation.mjs')

/** The request of one call. */
export interface Call {
  seq?: number
  line?: [number, number][]
  session?: string
  config?: JsonObject
  state?: JsonObject
  key?: string
  /** Runs the built script in a process of its own. Defaults to running the tool in this process. */
  isProcess?: boolean
}

/** A standing in the output. */
export interface Standing {
  name: string
  value: number
  standing: string
  change?: number
  reason?: string
}

/** The tools with a temporary data folder. */
export function createWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), 'narratoria-reputation-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  let calls = 0
  const call = async (script: string, input: JsonObject, { seq = 1, session = 'tale', ...rest }: Call) => {
    const options = {
      dataDir,
      config: rest.config ?? {},
      state: rest.state ?? {},
      request: {
        sessionId: session,
        turn: { id: `turn-${seq}`, seq, line: rest.line ?? [[0, seq]] },
        idempotencyKey: rest.key ?? `key-${++calls}`,
      },
    }
    const tool = script === updateScript ? updateReputation : queryReputation
    const run = await (rest.isProcess ? runTool(script, input, options) : testTool(tool, input, options))
    const reputation = (run.output.reputation ?? {}) as {
      factions?: Record<string, Standing>
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
