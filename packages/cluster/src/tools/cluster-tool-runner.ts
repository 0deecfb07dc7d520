import { randomUUID } from 'node:crypto'
import {
  ProcessRunner,
  type Attempt,
  type RunningAttempt,
  type ToolProgram,
  type ToolRunner,
} from '@narratoria/executor'
import type { PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import { batched } from '../jobs/batched.ts'
import { toolQueue, within } from '../jobs/open-jobs.ts'
import type { Sealer } from '../jobs/sealer.ts'
import type { Member, Membership } from '../members/membership.ts'
import type { AssetExchange } from './asset-exchange.ts'
import { RemoteAttempt } from './remote-attempt.ts'
import type { RemoteTool } from './attempt-rows.ts'
import type { SkillTools } from './skill-tools.ts'

export interface RunnerParts {
  database: Database
  boss: PgBoss
  sealer: Sealer
  member: Membership
  exchange: AssetExchange | undefined
}

/** Runs the tools of skills on the workers that have the same skill, and everything else as processes here. */
export class ClusterToolRunner implements ToolRunner {
  readonly #parts: RunnerParts
  readonly #local: ToolRunner
  readonly #attempts = new Map<string, RemoteAttempt>()
  #tools: SkillTools | undefined

  constructor(parts: RunnerParts, local: ToolRunner = new ProcessRunner()) {
    this.#parts = parts
    this.#local = local
  }

  /** The skills whose tools may run on workers. Before that, all run here. */
  use(tools: SkillTools): void {
    this.#tools = tools
  }

  start(attempt: Attempt): RunningAttempt {
    const tool = attempt.sandbox ? undefined : this.#remote(attempt.toolPath)
    if (!tool) return this.#local.start(attempt)
    const attemptId = randomUUID()
    const { exchange } = this.#parts
    const remote = new RemoteAttempt(attemptId, attempt, {
      ...this.#parts,
      exchange,
      send: () => this.#send({ attemptId, sealed: this.#seal(tool, attempt) }),
      isServed: () => this.#isServed(tool),
      forget: () => this.#forget(attemptId),
    })
    this.#attempts.set(attemptId, remote)
    void remote.outcome.then(() => this.#attempts.delete(attemptId))
    return remote
  }

  async prewarm(program: ToolProgram, count: number): Promise<void> {
    if (program.sandbox || !this.#remote(program.toolPath)) await this.#local.prewarm?.(program, count)
  }

  async dropPrewarmed(): Promise<void> {
    await this.#local.dropPrewarmed?.()
  }

  async close(): Promise<void> {
    await this.#local.close?.()
  }

  /** A worker has written rows of an attempt. */
  look(attemptId: string): void {
    this.#attempts.get(attemptId)?.look()
  }

  /** Notifications may have been missed. */
  lookAtAll(): void {
    for (const attempt of this.#attempts.values()) attempt.look()
  }

  #seal(tool: RemoteTool, { request, env, prewarm }: Attempt): Uint8Array {
    return this.#parts.sealer.seal({ tool, request: withoutPaths(request), env, prewarm })
  }

  /** The name of a tool, if a worker has it. */
  #remote(toolPath: string): RemoteTool | undefined {
    if (!this.#parts.member.others.some(isWorker)) return undefined
    const tool = this.#tools?.nameOf(toolPath)
    return tool && this.#isServed(tool) ? tool : undefined
  }

  #isServed({ digest }: RemoteTool): boolean {
    return this.#parts.member.others.some((each) => isWorker(each) && each.tools.includes(digest))
  }

  /** Attempts that begin at the same time are passed on together. */
  readonly #send = batched<{ attemptId: string; sealed: Uint8Array }>(async (attempts) => {
    const { database, boss, member } = this.#parts
    await database.transaction(async (on) => {
      await on.query(
        `INSERT INTO narratoria.tool_runs (run_id, host, sealed)
         SELECT run_id, $1, sealed FROM unnest($2::uuid[], $3::bytea[]) AS attempts (run_id, sealed)`,
        [member.id, attempts.map(({ attemptId }) => attemptId), attempts.map(({ sealed }) => sealed)],
      )
      await boss.insert(
        toolQueue,
        attempts.map(({ attemptId }) => ({ id: attemptId, data: { runId: attemptId } })),
        { db: within(on) },
      )
    })
  })

  /** What was read to its end, or is given up. */
  readonly #forget = batched<string>((attemptIds) =>
    this.#parts.database.query('DELETE FROM narratoria.tool_runs WHERE run_id = ANY($1::uuid[])', [attemptIds]),
  )
}

function isWorker({ kind, draining }: Member): boolean {
  return kind === 'worker' && !draining
}

/** Folders of this machine mean nothing on another one: the worker has its own. */
function withoutPaths(request: Attempt['request']): Attempt['request'] {
  const { assetsDir, skill, ...others } = request
  return {
    ...others,
    ...(assetsDir !== undefined && { assetsDir: '' }),
    ...(skill && { skill: { ...skill, ...('dataDir' in skill && { dataDir: '' }) } }),
  }
}
