import { ProcessRunner, type ToolRunner } from '@narratoria/executor'
import type { SkillRegistry } from '@narratoria/skills'
import { toolQueue } from '../jobs/open-jobs.ts'
import { SkillTools } from '../tools/skill-tools.ts'
import { ToolWorker } from '../tools/tool-worker.ts'
import { type ClusterStatus, readClusterStatus } from '../status/cluster-status.ts'
import { type ClusterOptions, joinCluster } from './join-cluster.ts'

/** Options of a worker. */
export interface ClusterWorkerOptions extends ClusterOptions {
  /** The skills whose tools it runs. The caller closes them. A tool of other content is refused. */
  skills: SkillRegistry
  /** How many attempts it runs at the same time. Defaults to 4. */
  slots?: number
  /** Runs the tools. Defaults to a `ProcessRunner`, which the worker closes. */
  runner?: ToolRunner
}

/** A worker of a cluster: runs the tools of its skills for the hosts. */
export interface ClusterWorker extends AsyncDisposable {
  /** The number of attempts that it runs now. */
  readonly running: number
  /** Reads the state of the cluster. */
  status(): Promise<ClusterStatus>
  /** Whether it answers: its database does, and it is among the members. */
  isReady(): Promise<boolean>
  /** Takes no more attempts, and waits until those that it runs have ended. */
  drain(): Promise<void>
  /** Waits for running attempts as `drain` does, then leaves the cluster. With `force`, the attempts are killed. `force` defaults to false. */
  close(options?: { force?: boolean }): Promise<void>
}

/**
 * Opens a worker of a cluster.
 *
 * @throws {ClusterError} `database_unreachable`, `invalid_url`, `pooler_refused`, `key_missing`
 * @example
 * ```ts
 * import { PGlite } from '@electric-sql/pglite'
 * import { openClusterWorker } from '@narratoria/cluster'
 * import { pgliteDatabase } from '@narratoria/cluster/testing'
 * import { openSkills } from '@narratoria/skills'
 *
 * // With a server: { database: 'postgres://narratoria@db.example/narratoria' }
 * const pglite = await PGlite.create()
 * const skills = await openSkills({ roots: [], home: '.narratoria' })
 * const key = 'the same secret in every process'
 * const worker = await openClusterWorker({ database: pgliteDatabase(pglite), key, skills })
 * const { members } = await worker.status()
 * await worker.close()
 * await skills.close()
 * await pglite.close()
 * if (members[0]?.kind !== 'worker') throw new Error('The worker should be a member.')
 * ```
 */
export async function openClusterWorker(options: ClusterWorkerOptions): Promise<ClusterWorker> {
  const { slots = 4, skills } = options
  const joined = await joinCluster(
    options,
    { kind: 'worker', slots },
    {
      message: (payload) => {
        const [what, id = '', n] = payload.split(' ')
        if (what === 'cancel') void worker.lookForCancel(id).catch(onError)
        if (what === 'read') worker.acknowledge(id, Number(n))
      },
      ready: () => void worker.lookAtAll().catch(onError),
      plays: () => false,
      runs: (attemptId) => worker.has(attemptId),
    },
  )
  const { member, onError } = joined
  const tools = new SkillTools(skills)
  const runner = options.runner ?? new ProcessRunner()
  const worker = new ToolWorker({ ...joined, tools, runner })
  await member.join()
  const publish = () => void member.update({ tools: tools.digests() }).catch(onError)
  await member.update({ tools: tools.digests() })
  skills.on('changed', publish)
  await joined.work<{ runId: string }>(toolQueue, ({ runId }) => worker.run(runId))
  // A message that was missed, or a host that died.
  const backstop = setInterval(() => void worker.lookAtAll().catch(onError), 1_000)

  let closing: Promise<void> | undefined
  async function close({ force = false }: { force?: boolean } = {}): Promise<void> {
    if (force) {
      // Else this worker may take an attempt again that it has killed.
      await joined.stopTaking()
      worker.cancelAll()
    }
    closing ??= (async () => {
      await joined.drain()
      clearInterval(backstop)
      skills.off('changed', publish)
      tools.close()
      if (!options.runner) await runner.close?.()
      await joined.leave()
    })()
    await closing
  }
  return {
    get running() {
      return worker.count
    },
    status: () => readClusterStatus(joined.database),
    isReady: joined.isReady,
    drain: joined.drain,
    close,
    [Symbol.asyncDispose]: () => close(),
  }
}
