import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject, ToolRequest } from '@narratoria/protocol'
import { runTool, testTool } from '@narratoria/tool-sdk/testing'
import { onTestFinished } from 'vitest'
import maintainMemory from '../src/maintain-memory.ts'
import recallMemory from '../src/recall-memory.ts'
import storeMemory from '../src/store-memory.ts'

const scripts = fileURLToPath(new URL('../scripts/', import.meta.url))

export const storeScript = join(scripts, 'store-memory.mjs')
export const maintainScript = join(scripts, 'maintain-memory.mjs')
const recallScript = join(scripts, 'recall-memory.mjs')

const tools = new Map([
  [storeScript, storeMemory],
  [maintainScript, maintainMemory],
  [recallScript, recallMemory],
])

/** The request of one call. */
export interface Call {
  seq?: number
  line?: [number, number][]
  session?: string
  config?: JsonObject
  dependencies?: Record<string, JsonObject | null>
  state?: JsonObject
  host?: ToolRequest['host']
  outcomes?: ToolRequest['outcomes']
  key?: string
  /** Runs the built script in a process of its own. Defaults to running the tool in this process. */
  isProcess?: boolean
}

export interface Recalled {
  text: string
  details?: string
  turn?: number
  score: number
  similarity: number
  recency: number
  significance: number
  why: string
}

/** The tools with a temporary data folder. */
export function createWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), 'narratoria-memory-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  let calls = 0
  const call = (script: string, input: JsonObject, { seq = ++calls, session = 'tale', ...rest }: Call) => {
    const line = rest.line ?? [[0, seq]]
    const options = {
      dataDir,
      config: rest.config ?? {},
      state: rest.state ?? {},
      dependencies: rest.dependencies ?? {},
      request: {
        sessionId: session,
        turn: { id: `turn-${seq}`, seq, line },
        idempotencyKey: rest.key ?? `key-${++calls}`,
        ...(rest.host && { host: rest.host }),
        ...(rest.outcomes && { outcomes: rest.outcomes }),
      },
    }
    return rest.isProcess ? runTool(script, input, options) : testTool(tools.get(script)!, input, options)
  }
  return {
    dataDir,
    file: (session = 'tale') => join(dataDir, `${session}.sqlite`),
    store: (input: JsonObject, options: Call = {}) => call(storeScript, input, options),
    maintain: (options: Call = {}) => call(maintainScript, {}, options),
    async recall(input: JsonObject, options: Call = {}) {
      const run = await call(recallScript, input, { seq: 1000, ...options })
      const memory = run.output.memory as { recalled: Recalled[] } | undefined
      return { run, recalled: memory?.recalled ?? [], texts: (memory?.recalled ?? []).map(({ text }) => text) }
    },
  }
}
