import { hostname } from 'node:os'
import type { PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import { type DatabaseOptions, openDatabase } from '../database/pg-database.ts'
import { openJobs } from '../jobs/open-jobs.ts'
import { type Slots, workSlots } from '../jobs/work-slots.ts'
import { clusterSecret, Sealer } from '../jobs/sealer.ts'
import { buryMember, type BuryParts } from '../lost/bury-member.ts'
import { endOrphans, type OwnWork } from '../lost/end-orphans.ts'
import { every } from '../members/every.ts'
import { type MemberEvents, Membership } from '../members/membership.ts'
import { migrate } from '../store/migrate.ts'
import { type AssetExchange, FolderExchange } from '../tools/asset-exchange.ts'
import { join } from 'node:path'

/** What every process of a cluster is opened with. */
export interface ClusterOptions extends DatabaseOptions {
  /** The address of the database, or an open database, which the caller closes. */
  database: string | Database
  /** The secret of the cluster, the same everywhere. Defaults to the password in the address of the database. */
  key?: string
  /** The name of this process in messages. Defaults to the name of the machine. */
  name?: string
  /** The folder for files of tools and stories, which every process must see. Defaults to none: then only local tools have files. */
  sharedFolder?: string
  /** Passes files of tools from workers to hosts instead of the shared folder, for example through an object store. Every process needs it. */
  exchange?: AssetExchange
  /** Called with errors that no call reports, such as those of a database that restarts. Defaults to ignoring them. */
  onError?: (error: unknown) => void
}

/** Milliseconds between two looks for work that no process does. */
const orphansMs = 5_000

/** The parts that every process of a cluster has. */
export interface Joined {
  database: Database
  boss: PgBoss
  sealer: Sealer
  member: Membership
  exchange: AssetExchange | undefined
  onError: (error: unknown) => void
  /** Works on the jobs of a queue until it is drained, as {@link workSlots} does. Called once. */
  work: <Data extends object>(queue: string, work: (data: Data) => Promise<void>) => Promise<void>
  /** Takes no more jobs and waits for those that it has. A message of another member has the same effect. */
  drain: () => Promise<void>
  /** Takes no more jobs, and does not wait for those that it has. */
  stopTaking: () => Promise<void>
  /** Whether it takes work: the others take it for a member, and it is not draining. */
  isReady: () => Promise<boolean>
  leave: () => Promise<void>
}

/** Opens the database of a cluster and its queues. `member.join()` makes the process visible to the others. */
export async function joinCluster(
  options: ClusterOptions,
  self: { kind: 'host' | 'worker'; slots: number },
  { plays, runs, message, ready }: Omit<MemberEvents, 'error' | 'gone'> & Omit<OwnWork, 'member'>,
): Promise<Joined> {
  const { onError = () => {}, sharedFolder } = options
  const url = typeof options.database === 'string' ? options.database : undefined
  const sealer = new Sealer(clusterSecret(options.key, url))
  const database = url === undefined ? (options.database as Database) : await openDatabase(url, options)
  let boss: PgBoss | undefined
  try {
    await migrate(database)
    const jobs = (boss = await openJobs(database, { onError }))
    const parts: BuryParts = { database, boss: jobs, sealer }
    const name = options.name ?? `${hostname()}:${process.pid}`
    const member = new Membership(
      database,
      { ...self, name, tools: [], draining: false },
      {
        message: (payload) => (payload === 'drain' ? void drain() : message(payload)),
        ready,
        gone: (id, how) => buryMember(parts, id, how),
        error: onError,
      },
    )
    let working: Promise<Slots> | undefined
    let draining: Promise<void> | undefined
    const work: Joined['work'] = async (queue, each) => {
      if (draining) return
      await (working = workSlots(jobs, queue, { slots: self.slots, work: each }))
    }
    let taken: Promise<void> | undefined
    const stopTaking = async () => {
      const slots = await working
      taken ??= slots?.close()
    }
    const drain = () =>
      (draining ??= (async () => {
        await stopTaking()
        await member.update({ draining: true }).catch(onError)
        await taken
      })())
    const isReady = async () => !draining && (await member.isListed())
    const folder = sharedFolder === undefined ? undefined : new FolderExchange(join(sharedFolder, 'exchange'))
    const exchange = options.exchange ?? folder
    const stop = every(orphansMs, async () => {
      if (member.id !== '') await endOrphans(parts, { member: member.id, plays, runs }).catch(onError)
    })
    const leave = async () => {
      stop()
      await member.leave()
      await end()
    }
    return { ...parts, member, exchange, onError, work, stopTaking, drain, isReady, leave }
  } catch (error) {
    await end()
    throw error
  }

  async function end(): Promise<void> {
    await boss?.stop({ graceful: false, close: false }).catch(onError)
    if (url !== undefined) await database.close().catch(onError)
  }
}
