import type { ClusterHost } from '@narratoria/cluster'
import { type HostOptions, type OpenHost, openHost, type OpenHostOptions } from '../../host/open-host.ts'
import { withCluster } from '../../host/load-cluster.ts'
import type { Io } from '../../io.ts'
import { notify } from '../../terminal/print.ts'

/** The options of `serve` for a cluster. */
export interface ClusterServeOptions {
  store: string
  shared?: string | undefined
  name?: string | undefined
  turns?: number | undefined
  lostTurns?: 'report' | 'replay' | undefined
}

/** A host of a cluster. Closing it ends the turns that it plays and leaves the cluster. */
export interface ServedClusterHost extends OpenHost {
  readonly cluster: ClusterHost
}

/** Opens a host whose stories are in the database of a cluster. */
export function openClusterHost(
  io: Io,
  options: HostOptions,
  { cluster, ...open }: Omit<OpenHostOptions, 'store'> & { cluster: ClusterServeOptions },
): Promise<ServedClusterHost> {
  return withCluster(async (package_) => {
    let host: OpenHost | undefined
    const opened = await package_.openClusterHost(
      {
        database: cluster.store,
        ...(cluster.turns !== undefined && { slots: cluster.turns }),
        ...(cluster.lostTurns !== undefined && { lostTurns: cluster.lostTurns }),
        ...(io.env.NARRATORIA_CLUSTER_KEY && { key: io.env.NARRATORIA_CLUSTER_KEY }),
        ...(cluster.shared !== undefined && { sharedFolder: cluster.shared }),
        ...(cluster.name !== undefined && { name: cluster.name }),
        onError: (error) => notify(io, error instanceof Error ? error.message : String(error)),
      },
      async (parts) => (host = await openHost(io, options, { ...open, ...parts })),
    )
    return Object.defineProperties({} as ServedClusterHost, {
      ...Object.getOwnPropertyDescriptors(host!),
      cluster: { value: opened, enumerable: true },
      close: { value: () => opened.close(), enumerable: true },
    })
  })
}
