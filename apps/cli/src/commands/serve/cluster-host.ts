import type { ClusterHost } from '@narratoria/cluster'
import { type HostOptions, type OpenHost, openHost, type OpenHostOptions } from '../../host/open-host.ts'
import { withCluster } from '../../host/load-cluster.ts'
import type { Io } from '../../io.ts'
import { bucketExchange } from '../cluster/bucket.ts'
import { notify } from '../../terminal/print.ts'

export interface ClusterServeOptions {
  store: string
  shared?: string | undefined
  bucket?: string | undefined
  name?: string | undefined
  turns?: number | undefined
  lostTurns?: 'report' | 'replay' | undefined
}

/** Opens a host whose stories are in the database of a cluster. It is closed with `cluster.close()`. */
export function openClusterHost(
  io: Io,
  options: HostOptions,
  { cluster, ...open }: Omit<OpenHostOptions, 'store'> & { cluster: ClusterServeOptions },
): Promise<{ host: OpenHost; cluster: ClusterHost }> {
  return withCluster(async (package_) => {
    let host: OpenHost | undefined
    const joined = await package_.openClusterHost(
      {
        database: cluster.store,
        ...(cluster.turns !== undefined && { slots: cluster.turns }),
        ...(cluster.lostTurns !== undefined && { lostTurns: cluster.lostTurns }),
        ...(io.env.NARRATORIA_CLUSTER_KEY && { key: io.env.NARRATORIA_CLUSTER_KEY }),
        ...(cluster.shared !== undefined && { sharedFolder: cluster.shared }),
        ...(await bucketExchange(io, cluster.bucket, package_)),
        ...(cluster.name !== undefined && { name: cluster.name }),
        onError: (error) => notify(io, error instanceof Error ? error.message : String(error)),
      },
      async (parts) => (host = await openHost(io, options, { ...open, ...parts })),
    )
    return { host: host!, cluster: joined }
  })
}
