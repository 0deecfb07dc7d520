import type { PgBoss } from 'pg-boss'
import { slotOptions } from './open-jobs.ts'

/** Slots that work on the jobs of a queue, one job each at a time. */
export interface Slots {
  /** Takes no more jobs, and waits for those that it has. */
  close(): Promise<void>
}

/** Works on the jobs of a queue. `work` rejects only if it did not start the job, which is then given out again. */
export async function workSlots<Data extends object>(
  boss: PgBoss,
  queue: string,
  { slots, work }: { slots: number; work: (data: Data) => Promise<void> },
): Promise<Slots> {
  const ids: string[] = []
  for (let slot = 0; slot < slots; slot += 1) {
    const id: string = await boss.work(queue, slotOptions, async ([job]) => {
      // pg-boss takes one job for each notification, and would then wait for the next one.
      boss.notifyWorker(id)
      await work(job!.data as Data)
    })
    ids.push(id)
  }
  return {
    async close() {
      await Promise.all(ids.map((id) => boss.offWork(queue, { id, wait: true })))
    },
  }
}
