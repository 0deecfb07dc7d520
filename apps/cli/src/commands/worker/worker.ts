import { once } from 'node:events'
import { openSkills } from '@narratoria/skills'
import { confirmLocalSkills } from '../../host/confirm-local-skills.ts'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import { withCluster } from '../../host/load-cluster.ts'
import { localSkills, narratoriaHome, skillRoots } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import { notify, print } from '../../terminal/print.ts'
import type { WorkerOptions } from './command.ts'
import { bucketExchange } from '../cluster/bucket.ts'
import { storeAddress } from '../cluster/store-address.ts'

/** `narratoria worker`: runs tools until it is interrupted. */
export async function clusterWorker(options: WorkerOptions, io: Io): Promise<void> {
  const { concurrency, shared, bucket, name, healthPort } = options
  const database = storeAddress(options.store, io)
  await withCluster(async (cluster) => {
    const interrupt = abortOnInterrupt(io)
    const folder = localSkills(io, options.skills)
    const local = folder && (await confirmLocalSkills(io, folder)) ? folder : undefined
    const skills = await openSkills({
      roots: skillRoots(io, { ...options, ...(local && { local }) }),
      home: narratoriaHome(io),
      watch: true,
    })
    try {
      const worker = await cluster.openClusterWorker({
        database,
        skills,
        slots: concurrency,
        ...(io.env.NARRATORIA_CLUSTER_KEY && { key: io.env.NARRATORIA_CLUSTER_KEY }),
        ...(shared !== undefined && { sharedFolder: shared }),
        ...(await bucketExchange(io, bucket, cluster)),
        ...(name !== undefined && { name }),
        onError: (error) => notify(io, error instanceof Error ? error.message : String(error)),
      })
      const health =
        healthPort === undefined
          ? undefined
          : await cluster.openHealthServer(
              {
                isReady: () => worker.isReady(),
                metrics: async () => cluster.metricsText(await worker.status(), { running_tools: worker.running }),
              },
              { port: healthPort },
            )
      print(io, `This worker runs up to ${concurrency} tools of ${skills.list().length} skills. Ctrl-C stops it.`)
      if (health) print(io, `Health: http://127.0.0.1:${health.port}/`)
      if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort')
      // It takes no more work and ends what it has.
      await worker.close()
      await health?.close({ force: true })
    } finally {
      interrupt.release()
      await skills.close()
    }
  })
}
