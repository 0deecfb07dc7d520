import type * as Cluster from '@narratoria/cluster'
import { UsageError } from '../exit-codes.ts'

/** The package for many machines is an optional peer dependency. Nothing loads it without its options and commands. */
export async function loadCluster(): Promise<typeof Cluster> {
  try {
    return await import('@narratoria/cluster')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new UsageError(
      'the package for many machines is not installed; install it with "npm install @narratoria/cluster"',
    )
  }
}

/** Runs `work` with the package. What the cluster refuses is reported without a stack. */
export async function withCluster<T>(work: (cluster: typeof Cluster) => Promise<T>): Promise<T> {
  const cluster = await loadCluster()
  try {
    return await work(cluster)
  } catch (error) {
    throw cluster.ClusterError.isInstance(error) ? new UsageError(error.message) : error
  }
}
