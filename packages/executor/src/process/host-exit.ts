import { randomUUID } from 'node:crypto'
import { DeathWatch } from './death-watch.ts'

/** Start of the markers of this host's tools. Unique among the threads of this process and other copies of this package. */
export const origin = `${process.pid}-${randomUUID()}`

const endings = new Set<() => void>()
const deathWatch = new DeathWatch(origin)

function endAll(): void {
  for (const end of endings) end()
}

/**
 * Starts or stops calling `end` when the host exits, so that no tool outlives it. All callers share one listener, and one watch
 * for a host that is killed.
 */
export function watchHostExit(end: () => void, watched: boolean): void {
  const before = endings.size
  if (watched) endings.add(end)
  else endings.delete(end)
  if (before === 0 && endings.size === 1) {
    process.on('exit', endAll)
    deathWatch.start()
  }
  if (before === 1 && endings.size === 0) {
    process.off('exit', endAll)
    deathWatch.stop()
  }
}
