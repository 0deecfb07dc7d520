import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlan } from '@narratoria/executor'
import type { JsonObject, TurnEvent, TurnResult } from '@narratoria/protocol'
import { createNarratoria, type Narratoria, type NarratoriaOptions, type Planner } from '@narratoria/runtime'
import { onTestFinished } from 'vitest'
import { type McpServerEntry, type McpServers, type McpServersOptions, openMcpServers } from '../../src/index.ts'

/** The file of a fixture. */
export const fixture = (name: string) => join(import.meta.dirname, '../fixtures/servers', name)

/** Servers, a host that has their tools, and a folder for what they count. */
export interface McpWorld {
  narratoria: Narratoria
  servers: McpServers
  folder: string
  problems: string[]
  /** How often a fixture did something. */
  counted: (name: string) => number
  /** Plays a turn with a plan that calls one tool, or with the stub planner. */
  play: (prompt: string, signal?: AbortSignal) => Promise<{ result: TurnResult; events: TurnEvent[] }>
  /** The plan of the next turns: one tool of a skill, with its input. `undefined` for the stub planner. */
  use: (path: string | undefined, input?: JsonObject, maxRetries?: number) => void
}

interface WorldOptions extends Partial<McpServersOptions> {
  executor?: NarratoriaOptions['executor']
  /** When everything is closed. Defaults to the end of the test; `afterAll` for a world that tests share. */
  closeAt?: (close: () => Promise<void>) => void
}

/** Opens servers and a host with no other skills. */
export async function openWorld(
  servers: (folder: string) => Record<string, McpServerEntry>,
  { executor = {}, closeAt = onTestFinished, ...options }: WorldOptions = {},
): Promise<McpWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-client-'))
  const problems: string[] = []
  const open = await openMcpServers({
    servers: servers(folder),
    waitMs: 60_000,
    backoff: { firstMs: 50, maxMs: 200 },
    onProblem: (name, message) => problems.push(`${name}: ${message}`),
    ...options,
  })
  let toolPath: string | undefined
  let input: JsonObject = {}
  let retries = 0
  const planner: Planner = {
    name: 'by-hand',
    plan: async ({ attempt }) =>
      attempt === 1 && toolPath !== undefined
        ? createPlan([{ toolId: 'call', toolPath, input, retryPolicy: { maxRetries: retries, backoffMs: 0 } }])
        : createPlan([], { narrative: 'Nothing more happens.' }),
  }
  const narratoria = await createNarratoria({
    skillRoots: [],
    home: join(folder, 'home'),
    hostSkills: open.skills,
    executor,
  })
  const planned = await createNarratoria({
    skillRoots: [],
    home: join(folder, 'home'),
    hostSkills: open.skills,
    planner,
    executor,
  })
  closeAt(async () => {
    await narratoria.close({ force: true })
    await planned.close({ force: true })
    await open.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    narratoria,
    servers: open,
    folder,
    problems,
    counted: (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').length : 0),
    use: (path, given = {}, maxRetries = 0) => {
      toolPath = path
      input = given
      retries = maxRetries
    },
    async play(prompt, signal) {
      const session = await (toolPath === undefined ? narratoria : planned).openSession()
      const turn = session.play(prompt, signal ? { signal } : {})
      const events: TurnEvent[] = []
      for await (const event of turn) events.push(event)
      const result = await turn.result
      await session.close()
      return { result, events }
    },
  }
}
