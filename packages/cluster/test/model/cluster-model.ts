// A discrete-event model of a cluster: attempts of tools pass through stations that serve one or several at a time, first come first served.

/** What was measured for one attempt, in milliseconds. */
export interface ServiceTimes {
  /** Time on a core that the host's thread uses. */
  hostMs: number
  /** Time on a core that the worker's thread uses. */
  workerMs: number
  /** Time on cores that the server of the database uses. */
  databaseMs: number
  /** Transactions that send a notification; each holds the one lock of the server for notifications. */
  notifications: number
  /** Time for which such a transaction holds the lock. */
  notifyMs: number
  /** The number of times that an attempt waits for another process: messages between the three. */
  hops: number
  /** Time that a message takes between two processes. */
  hopMs: number
}

/** A cluster. */
export interface ClusterSize {
  hosts: number
  workers: number
  slots: number
  /** Attempts that each host asks for at the same time. */
  clientsPerHost: number
  databaseCores: number
  /** The time of a tool, during which it uses no core of the three. */
  toolMs: number
  /** If all run on one machine, its cores, which they share. Defaults to a machine for each process. */
  sharedCores?: number
}

/** What the model predicts. */
export interface Prediction {
  perSecond: number
  medianMs: number
  /** The station that was busy for the largest part of the time, and that part. */
  limit: { station: string; busy: number }
}

interface Station {
  name: string
  servers: number
  free: number
  busyMs: number
  waiting: (() => void)[]
}

/** Simulates so many attempts. Deterministic. */
export function simulate(times: ServiceTimes, size: ClusterSize, attempts = 4_000): Prediction {
  let now = 0
  const agenda = new Agenda()
  const at = (time: number, run: () => void) => agenda.add(time, run)
  const station = (name: string, servers: number): Station => ({ name, servers, free: servers, busyMs: 0, waiting: [] })
  const cores = size.sharedCores === undefined ? undefined : station('cores', size.sharedCores)
  const hosts = Array.from({ length: size.hosts }, () => station('host', 1))
  const workers = Array.from({ length: size.workers }, () => ({
    slots: station('slots', size.slots),
    thread: station('worker', 1),
  }))
  const database = station('database', size.databaseCores)
  const lock = station('notifications', 1)

  const take = (from: Station, then: () => void) => {
    if (from.free === 0) return void from.waiting.push(then)
    from.free -= 1
    then()
  }
  const release = (to: Station) => {
    const next = to.waiting.shift()
    if (next) at(now, next)
    else to.free += 1
  }
  const serve = (by: Station, ms: number, then: () => void) =>
    take(by, () =>
      at(now + ms, () => {
        by.busyMs += ms
        release(by)
        then()
      }),
    )
  // On one machine, a process also needs one of its cores.
  const work = (by: Station, ms: number, then: () => void) => {
    if (!cores) return serve(by, ms, then)
    take(by, () =>
      serve(cores, ms, () => {
        by.busyMs += ms
        release(by)
        then()
      }),
    )
  }
  const hop = (then: () => void) => at(now + (times.hopMs * times.hops) / 4, then)
  const inDatabase = (part: number, notifies: boolean, then: () => void) =>
    work(database, times.databaseMs * part, () => (notifies ? serve(lock, times.notifyMs, then) : then()))

  const latencies: number[] = []
  let started = 0
  let turn = 0
  const attempt = (host: Station) => {
    if (started >= attempts) return
    started += 1
    const from = now
    const worker = workers[turn++ % workers.length]!
    work(host, times.hostMs / 2, () =>
      inDatabase(0.35, times.notifications > 0, () =>
        hop(() =>
          take(worker.slots, () =>
            inDatabase(0.25, false, () =>
              hop(() =>
                work(worker.thread, times.workerMs, () =>
                  at(now + size.toolMs, () =>
                    hop(() =>
                      inDatabase(0.25, times.notifications > 1, () => {
                        release(worker.slots)
                        hop(() =>
                          inDatabase(0.15, false, () =>
                            work(host, times.hostMs / 2, () => {
                              latencies.push(now - from)
                              attempt(host)
                            }),
                          ),
                        )
                      }),
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    )
  }
  for (const host of hosts) for (let client = 0; client < size.clientsPerHost; client += 1) attempt(host)
  for (let event = agenda.next(); event; event = agenda.next()) {
    now = event.time
    event.run()
  }

  const stations = [...hosts, ...workers.flatMap(({ slots, thread }) => [slots, thread]), database, lock]
  const busy = new Map<string, { busyMs: number; servers: number }>()
  for (const { name, busyMs, servers } of cores ? [...stations, cores] : stations) {
    const sum = busy.get(name) ?? { busyMs: 0, servers: 0 }
    busy.set(name, { busyMs: sum.busyMs + busyMs, servers: sum.servers + servers })
  }
  const [limit] = [...busy]
    .filter(([name]) => name !== 'slots')
    .map(([name, sum]) => ({ station: name, busy: sum.busyMs / (sum.servers * now) }))
    .toSorted((a, b) => b.busy - a.busy)
  return {
    perSecond: attempts / (now / 1_000),
    medianMs: latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length / 2)]!,
    limit: limit!,
  }
}

/** Events in the order of their times; those of the same time in the order in which they were added. */
class Agenda {
  readonly #heap: { time: number; order: number; run: () => void }[] = []
  #order = 0

  add(time: number, run: () => void): void {
    const heap = this.#heap
    heap.push({ time, order: this.#order++, run })
    for (let at = heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(at, parent)) break
      ;[heap[at], heap[parent]] = [heap[parent]!, heap[at]!]
      at = parent
    }
  }

  next(): { time: number; run: () => void } | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first
    heap[0] = last
    for (let at = 0; ;) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && this.#isBefore(child, least)) least = child
      if (least === at) return first
      ;[heap[at], heap[least]] = [heap[least]!, heap[at]!]
      at = least
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one]!, this.#heap[other]!]
    return a.time < b.time || (a.time === b.time && a.order < b.order)
  }
}
