import { join } from 'node:path'
import type { ToolRunner } from '@narratoria/executor'
import type { TurnEvent } from '@narratoria/protocol'
import type { DispatchTurn, TurnsElsewhere, Narratoria, SessionStore } from '@narratoria/runtime'
import { AssetFolder } from '@narratoria/runtime/store-parts'
import { turnQueue } from '../jobs/open-jobs.ts'
import { PostgresSessionStore } from '../store/postgres-store.ts'
import { ClusterToolRunner } from '../tools/cluster-tool-runner.ts'
import { SkillTools } from '../tools/skill-tools.ts'
import { cancelTurn, dispatcher, followTurn, liveTurnOf } from '../turns/dispatch-turn.ts'
import { TurnFeeds } from '../turns/turn-feeds.ts'
import { TurnPlayer } from '../turns/turn-player.ts'
import { startsChannel, type LiveEvent, readRow } from '../turns/turn-rows.ts'
import { type ClusterStatus, readClusterStatus } from '../status/cluster-status.ts'
import { type ClusterOptions, joinCluster } from './join-cluster.ts'
import { startSweeping } from './sweep.ts'

/** Options of a host. */
export interface ClusterHostOptions extends ClusterOptions {
  /** How many turns it plays at the same time. Defaults to 4. */
  slots?: number
  /**
   * What happens to a turn that this host asks for if the host that plays it ends before it is stored: `report` to the player that it is lost,
   * or `replay` it once on another host, which calls models and tools again. Defaults to `report`.
   */
  lostTurns?: 'report' | 'replay'
}

/** What the host's `createNarratoria` is given. */
export interface HostParts {
  store: SessionStore
  dispatch: DispatchTurn
  elsewhere: TurnsElsewhere
  /** For the option `executor.runner`. */
  runner: ToolRunner
}

/** A host of a cluster. */
export interface ClusterHost extends AsyncDisposable {
  /** The same host as without a cluster. Its turns may be played by any host. */
  readonly narratoria: Narratoria
  /** The number of turns that it plays now. */
  readonly playing: number
  /** Reads the state of the cluster. */
  status(): Promise<ClusterStatus>
  /** Whether it answers: its database does, and it is among the members. */
  isReady(): Promise<boolean>
  /** Returns the id of the turn that any host is playing, or was last asked to play, in a session. */
  liveTurnOf(sessionId: string): Promise<{ turnId: string; isPlaying: boolean } | undefined>
  /**
   * Follows a turn that any host plays, from the event after number `after`, up to `turn_finished`. Events are kept for some minutes. The
   * iteration rejects with the error that ended the turn.
   */
  follow(turnId: string, options?: { after?: number; signal?: AbortSignal }): AsyncIterable<LiveEvent>
  /** Cancels a turn, whichever host plays it. */
  cancel(turnId: string): Promise<void>
  /** Takes no more turns, and waits until those that it plays have ended. */
  drain(): Promise<void>
  /** Drains and closes everything. With `force`, turns are cancelled. `force` defaults to false. */
  close(options?: { force?: boolean }): Promise<void>
}

/**
 * Opens a host of a cluster. `open` creates the host with `createNarratoria`, from the parts that it is given.
 *
 * @throws {ClusterError} `database_unreachable`, `invalid_url`, `pooler_refused`, `key_missing`
 * @throws {RuntimeError} `store_newer` if a newer program has changed the tables
 * @example
 * ```ts
 * import { PGlite } from '@electric-sql/pglite'
 * import { openClusterHost } from '@narratoria/cluster'
 * import { pgliteDatabase } from '@narratoria/cluster/testing'
 * import { createNarratoria } from '@narratoria/runtime'
 *
 * // With a server: { database: 'postgres://narratoria@db.example/narratoria' }
 * const pglite = await PGlite.create()
 * const options = { database: pgliteDatabase(pglite), key: 'the same secret in every process' }
 * const host = await openClusterHost(options, ({ store, dispatch, elsewhere, runner }) =>
 *   createNarratoria({ skillRoots: [], home: '.narratoria', store, dispatch, elsewhere, executor: { runner } }),
 * )
 * const session = await host.narratoria.openSession('first-story')
 * const { status } = await session.play('I light the torch').result
 * await host.close()
 * await pglite.close()
 * if (status !== 'stored') throw new Error('The turn should be stored.')
 * ```
 */
export async function openClusterHost(
  options: ClusterHostOptions,
  open: (parts: HostParts) => Promise<Narratoria>,
): Promise<ClusterHost> {
  const { slots = 4, lostTurns = 'report', sharedFolder } = options
  const joined = await joinCluster(
    options,
    { kind: 'host', slots },
    {
      message: (payload) => {
        const [what, id = ''] = payload.split(' ')
        if (what === 'run') runner.look(id)
        if (what === 'cancel') player.cancel(id)
      },
      ready: () => runner.lookAtAll(),
      plays: (turnId) => player.has(turnId),
      runs: () => false,
    },
  )
  const { database, member, onError } = joined
  const store = new PostgresSessionStore({
    database,
    ownsDatabase: false,
    hostName: options.name,
    assetFolder: sharedFolder === undefined ? undefined : new AssetFolder(join(sharedFolder, 'assets')),
  })
  const feeds = new TurnFeeds(database)
  const runner = new ClusterToolRunner(joined)
  const player = new TurnPlayer({ ...joined, narratoria: () => narratoria })
  const dispatch = dispatcher({ ...joined, store, feeds, lostTurns })
  await feeds.open()
  const listeners = new Set<(sessionId: string) => void>()
  const starts = await database.listen(startsChannel, (sessionId) => {
    for (const listener of listeners) listener(sessionId)
  })
  const elsewhere: TurnsElsewhere = {
    async find(sessionId) {
      const live = await liveTurnOf(database, sessionId)
      if (!live?.isPlaying) return undefined
      const turn = { turnId: live.turnId, sessionId }
      return (emit, signal) => followTurn({ database, store, feeds }, turn, { emit, signal })
    },
    onStarted(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  let narratoria: Narratoria
  try {
    narratoria = await open({ store, dispatch, elsewhere, runner })
  } catch (error) {
    await starts.close().catch(onError)
    await feeds.close()
    await joined.leave()
    throw error
  }
  const tools = new SkillTools(narratoria.skills)
  runner.use(tools)
  await member.join()
  await joined.work<{ turnId: string }>(turnQueue, ({ turnId }) => player.play(turnId))
  const stopSweeping = startSweeping(joined)

  let closing: Promise<void> | undefined
  async function close({ force = false }: { force?: boolean } = {}): Promise<void> {
    if (force) player.cancelAll()
    closing ??= (async () => {
      stopSweeping()
      await joined.drain()
      await narratoria.close({ force })
      tools.close()
      await starts.close().catch(onError)
      await feeds.close()
      await joined.leave()
    })()
    await closing
  }

  return {
    narratoria,
    get playing() {
      return player.count
    },
    status: () => readClusterStatus(database),
    isReady: joined.isReady,
    liveTurnOf: (sessionId) => liveTurnOf(database, sessionId),
    async *follow(turnId, { after = 0, signal } = {}) {
      const [job] = await database.query<{ session_id: string }>(
        'SELECT session_id FROM narratoria.turn_jobs WHERE turn_id = $1',
        [turnId],
      )
      if (!job) throw new RangeError(`There is no turn ${turnId}; its events may have been removed.`)
      for await (const row of feeds.read(turnId, after, signal))
        yield { n: row.n, event: (await readRow(store, job.session_id, row)) as TurnEvent }
    },
    cancel: (turnId) => cancelTurn(database, turnId),
    drain: joined.drain,
    close,
    [Symbol.asyncDispose]: () => close(),
  }
}
