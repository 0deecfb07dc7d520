import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'

/** The environment variable that marks the processes of an attempt, so that those that left its group are found. */
export const markerName = 'NARRATORIA_ATTEMPT'

/**
 * Finds everything of an attempt but its first process: what {@link listOrphans} lists, and a process that forks so often that no
 * listing meets it, which is stopped.
 */
export function findOrphans(pid: number, marker: string): number[] {
  const newest = readNewest()
  const orphans = listOrphans(pid, marker)
  return orphans.length > 0 || readNewest() === newest ? orphans : stopForkChain(marker)
}

/** Lists the processes other than `pid` that descend from it, belong to its group or have `marker` in their environment. */
function listOrphans(pid: number, marker: string): number[] {
  const parents = new Map<number, number>()
  const orphans = new Set<number>()
  for (const entry of listProcesses()) {
    const { state, parent, group, startedAt } = readStat(entry)
    if (state === '' || state === 'Z' || state === 'X' || entry === pid) continue
    parents.set(entry, parent)
    // A process that is older than this one cannot have its marker, which saves reading the environment of most processes.
    if (group === pid || (!(startedAt < ownStart()) && readMarker(entry) === marker)) orphans.add(entry)
  }
  for (const entry of parents.keys()) if (descends(entry, pid, parents)) orphans.add(entry)
  return [...orphans]
}

/** The pids of running tools. Each leads its own group and has its own marker. */
export const leaders = new Set<number>()

/**
 * Whether a process that was started after `pid` belongs to its group or has `marker`; zombies of the group count. Called at
 * the end of every attempt, so it only reads processes with later pids that are not tools themselves. A process has no marker
 * during `execve`, so one that has also left the group can be missed at that moment.
 */
export function mayHaveOrphans(pid: number, marker: string): boolean {
  const newest = readNewest()
  if (newest === pid) return false
  // Processes that appear while others are read may be those of a chain that no reading meets.
  return hasListedOrphans(pid, marker, newest) || readNewest() !== newest
}

function hasListedOrphans(pid: number, marker: string, newest: number): boolean {
  const isOrphan = (entry: number) =>
    !leaders.has(entry) && (readStat(entry).group === pid || readMarker(entry) === marker)
  if (newest > pid && newest - pid <= fewProcesses) {
    for (let entry = pid + 1; entry <= newest; entry += 1) {
      if (existsSync(`/proc/${entry}`) && isOrphan(entry)) return true
    }
    return false
  }
  // Pids wrap around.
  const isLater = (entry: number) => (newest > pid ? entry > pid && entry <= newest : entry > pid || entry <= newest)
  return listProcesses().some((entry) => isLater(entry) && isOrphan(entry))
}

// The most recently assigned pid.
function readNewest(): number {
  const text = readStart('/proc/loadavg')
  return Number(text.slice(text.lastIndexOf(' ') + 1))
}

// Up to this number, checking each pid is cheaper than listing /proc.
const fewProcesses = 8

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

let start: number | undefined

function ownStart(): number {
  return (start ??= readStat(process.pid).startedAt)
}

/** `startedAt` is in clock ticks since the machine started. */
function readStat(pid: number): { state: string; parent: number; group: number; startedAt: number } {
  const stat = readStart(`/proc/${pid}/stat`)
  // The name in parentheses may contain anything; the state is the first field after it, the start the twentieth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 20)
  return { state: fields[0]!, parent: Number(fields[1]), group: Number(fields[2]), startedAt: Number(fields[19]) }
}

function readMarker(pid: number): string | undefined {
  const environment = `\0${read(`/proc/${pid}/environ`)}\0`
  const start = environment.indexOf(`\0${markerName}=`)
  if (start === -1) return undefined
  const from = start + markerName.length + 2
  return environment.slice(from, environment.indexOf('\0', from))
}

function descends(pid: number, ancestor: number, parents: Map<number, number>): boolean {
  for (let parent = parents.get(pid); parent !== undefined && parent > 1; parent = parents.get(parent)) {
    if (parent === ancestor) return true
  }
  return false
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

// The fields that are read here take at most 300 characters.
const head = Buffer.allocUnsafe(512)

// Reads only the start of a file, which is cheaper.
function readStart(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      return head.toString('latin1', 0, readSync(file, head))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

/** Longest duration in milliseconds of {@link stopForkChain}. */
const maxChaseMs = 4

/**
 * Stops (SIGSTOP) a process with `marker` that forks on and on, each process living for less time than a listing takes. Looks at
 * the newest process while new ones appear. Returns the pids that it stopped.
 */
function stopForkChain(marker: string): number[] {
  const stopped: number[] = []
  let last = 0
  let changedAt = performance.now()
  const until = changedAt + maxChaseMs
  for (let now = changedAt; now < until && now - changedAt < maxChaseMs / 2; now = performance.now()) {
    const newest = readNewest()
    if (newest === last) continue
    last = newest
    changedAt = now
    if (leaders.has(newest) || readMarker(newest) !== marker) continue
    try {
      process.kill(newest, 'SIGSTOP')
      stopped.push(newest)
    } catch {
      // It has ended, and its child is the newest now.
    }
  }
  return stopped
}
