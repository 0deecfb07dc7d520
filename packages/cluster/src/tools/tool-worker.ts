import { mkdtemp, rm } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { AttemptOutcome, RunningAttempt, ToolRunner } from '@narratoria/executor'
import type { ProtocolEvent } from '@narratoria/protocol'
import type { Database } from '../database/database.ts'
import type { Sealer } from '../jobs/sealer.ts'
import { claim } from '../members/claim.ts'
import type { Membership } from '../members/membership.ts'
import type { AssetExchange } from './asset-exchange.ts'
import { AttemptWriter, type WrittenAttempt } from './attempt-writer.ts'
import type { RemoteRequest } from './attempt-rows.ts'
import type { SkillTools } from './skill-tools.ts'

export interface WorkerParts {
  database: Database
  sealer: Sealer
  member: Membership
  tools: SkillTools
  runner: ToolRunner
  exchange: AssetExchange | undefined
  onError: (error: unknown) => void
}

interface Active {
  writer: AttemptWriter
  running: RunningAttempt | undefined
  cancelled: 'terminate' | 'kill' | undefined
}

/** Runs the attempts that this process takes from the queue. */
export class ToolWorker {
  readonly #parts: WorkerParts
  readonly #active = new Map<string, Active>()
  readonly #taken = new Set<string>()
  #isEnding = false

  constructor(parts: WorkerParts) {
    this.#parts = parts
  }

  get count(): number {
    return this.#active.size
  }

  has(attemptId: string): boolean {
    return this.#taken.has(attemptId)
  }

  cancel(attemptId: string, how?: 'terminate' | 'kill'): void {
    const active = this.#active.get(attemptId)
    if (!active) return
    active.cancelled = how ?? 'terminate'
    active.running?.cancel(active.cancelled)
  }

  /** Kills the attempts that run, and those that were taken and start later. */
  cancelAll(): void {
    this.#isEnding = true
    for (const id of this.#active.keys()) this.cancel(id, 'kill')
  }

  /** How an attempt is cancelled is in its row. */
  async lookForCancel(attemptId: string): Promise<void> {
    const [row] = await this.#parts.database.query<{ cancel: 'terminate' | 'kill' | null }>(
      'SELECT cancel FROM narratoria.tool_runs WHERE run_id = $1',
      [attemptId],
    )
    // Its host has forgotten it.
    this.cancel(attemptId, row ? (row.cancel ?? undefined) : 'kill')
  }

  acknowledge(attemptId: string, n: number): void {
    this.#active.get(attemptId)?.writer.acknowledge(n)
  }

  /** Notifications may have been missed. */
  async lookAtAll(): Promise<void> {
    const ids = [...this.#active.keys()]
    if (ids.length === 0) return
    const rows = await this.#parts.database.query<{
      run_id: string
      cancel: 'terminate' | 'kill' | null
      acknowledged: number
    }>('SELECT run_id, cancel, acknowledged FROM narratoria.tool_runs WHERE run_id = ANY($1::uuid[])', [ids])
    const found = new Map(rows.map((row) => [row.run_id, row]))
    for (const id of ids) {
      const row = found.get(id)
      if (!row || row.cancel) this.cancel(id, row?.cancel ?? 'kill')
      else this.acknowledge(id, row.acknowledged)
    }
  }

  /** Runs one attempt to its end. Rejects only if it was not started. */
  async run(attemptId: string): Promise<void> {
    this.#taken.add(attemptId)
    try {
      const { database, member } = this.#parts
      const { id, lost } = member
      const row = await claim<{ sealed: Uint8Array; host: string }>(database, 'attempt', { id: attemptId, member: id })
      if (row) await this.#runClaimed(row.sealed, { written: { attemptId, host: row.host, worker: id }, lost })
    } finally {
      this.#taken.delete(attemptId)
    }
  }

  async #runClaimed(
    sealed: Uint8Array,
    { written, lost }: { written: WrittenAttempt; lost: AbortSignal },
  ): Promise<void> {
    const { attemptId } = written
    const onLost = () => this.cancel(attemptId, 'kill')
    try {
      const active: Active = {
        writer: new AttemptWriter(this.#parts, written, onLost),
        running: undefined,
        cancelled: this.#isEnding ? 'kill' : undefined,
      }
      this.#active.set(attemptId, active)
      lost.addEventListener('abort', onLost, { once: true })
      if (lost.aborted) onLost()
      await this.#attempt(active, sealed)
    } catch (error) {
      this.#parts.onError(error)
    } finally {
      lost.removeEventListener('abort', onLost)
      this.#active.delete(attemptId)
    }
  }

  async #attempt(active: Active, sealed: Uint8Array): Promise<void> {
    const { sealer, tools, exchange } = this.#parts
    const { writer } = active
    let opened: RemoteRequest
    try {
      opened = sealer.open<RemoteRequest>(sealed)
    } catch (error) {
      return writer.finish(refused((error as Error).message))
    }
    const found = tools.pathOf(opened.tool)
    const named = `${opened.tool.path} of the skill ${opened.tool.skill}`
    if (found === 'refused') return writer.finish(refused(`This worker does not run ${named}.`))
    if (found === 'missing') return writer.finish(refused(`There is no tool ${named}.`, 'tool_not_found'))
    const { path: toolPath } = found
    const folder = await mkdtemp(join(tmpdir(), 'narratoria-attempt-'))
    try {
      const paths: string[] = []
      const onEvent = (event: ProtocolEvent, text?: string) => {
        if (event.type === 'asset' && typeof event.path === 'string') paths.push(event.path)
        writer.add(event, text)
      }
      const outcome = await this.#start(active, { opened, toolPath, folder, onEvent })
      const assets = exchange && !outcome.failure ? await passOn(exchange, paths, folder) : {}
      await writer.finish(outcome, assets)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  #start(
    active: Active,
    run: {
      opened: RemoteRequest
      toolPath: string
      folder: string
      onEvent: (event: ProtocolEvent, text?: string) => void
    },
  ): Promise<AttemptOutcome> {
    const { opened, toolPath, folder, onEvent } = run
    const { tools, runner } = this.#parts
    const { skill, assetsDir, ...request } = opened.request
    const dataDir = tools.dataDirOf(opened.tool.skill)
    const attempt = {
      toolPath,
      cwd: folder,
      ...(opened.env && { env: opened.env }),
      dataDir,
      ...(opened.prewarm && { prewarm: true }),
      request: {
        ...request,
        ...(assetsDir !== undefined && { assetsDir: join(folder, 'assets') }),
        ...(skill && { skill: { ...skill, dataDir } }),
      },
      onEvent,
      backpressure: () => active.writer.backpressure(),
    }
    active.running = runner.start(attempt)
    if (active.cancelled) active.running.cancel(active.cancelled)
    // The next attempt finds a process that waits.
    if (opened.prewarm) void runner.prewarm?.(attempt, 1).catch(() => {})
    return active.running.outcome
  }
}

/** Passes the files of an attempt to its host. A file that cannot be read is left out; the host then warns. */
async function passOn(
  exchange: AssetExchange,
  paths: readonly string[],
  folder: string,
): Promise<Record<string, string>> {
  const assets: Record<string, string> = {}
  for (const path of new Set(paths)) {
    try {
      assets[path] = await exchange.put(createReadStream(resolve(folder, path)))
    } catch {
      // The host reports the missing file.
    }
  }
  return assets
}

function refused(error: string, errorCode = 'tool_refused'): AttemptOutcome {
  return { failure: { errorCode, error, retryable: false } }
}
