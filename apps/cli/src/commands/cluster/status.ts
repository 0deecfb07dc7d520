import { withCluster } from '../../host/load-cluster.ts'
import type { Io } from '../../io.ts'
import { print } from '../../terminal/print.ts'
import type { DrainOptions, StatusOptions } from './command.ts'
import { storeAddress } from './store-address.ts'

export async function clusterStatus({ store, json }: StatusOptions, io: Io): Promise<void> {
  await withDatabase(store, io, async ({ readClusterStatus }, database) => {
    const status = await readClusterStatus(database)
    if (json) return print(io, JSON.stringify(status))
    if (status.members.length === 0) print(io, 'There is no host or worker.')
    for (const { kind, name, busy, slots, draining, ageSeconds } of status.members)
      print(
        io,
        `${kind.padEnd(6)}  ${name}  ${busy} of ${slots} busy${draining ? ', draining' : ''}  for ${ageSeconds} s`,
      )
    for (const { name, queued, active, lagSeconds } of status.queues)
      print(
        io,
        `${name}s: ${queued} waiting, ${active} running${queued > 0 ? `, the oldest for ${lagSeconds.toFixed(1)} s` : ''}`,
      )
  })
}

export async function clusterDrain({ name, store }: DrainOptions, io: Io): Promise<void> {
  await withDatabase(store, io, async ({ drainMember }, database) => {
    for (const id of await drainMember(database, name)) print(io, `${name} (${id}) takes no more work.`)
  })
}

type Cluster = Parameters<Parameters<typeof withCluster>[0]>[0]

async function withDatabase(
  store: string | undefined,
  io: Io,
  work: (cluster: Cluster, database: Awaited<ReturnType<Cluster['openDatabase']>>) => Promise<void>,
): Promise<void> {
  const address = storeAddress(store, io)
  await withCluster(async (cluster) => {
    const database = await cluster.openDatabase(address, { maxConnections: 2 })
    try {
      await work(cluster, database)
    } finally {
      await database.close()
    }
  })
}
