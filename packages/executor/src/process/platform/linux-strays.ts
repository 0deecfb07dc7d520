import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'

/** The variable that marks every process of an attempt, so that one that left its group is found as well. */
export const markerName = 'NARRATORIA_ATTEMPT'

/**
 * Finds the processes, besides `pid` itself, that descend from `pid`, belong to its group or carry `marker` in their
 * environment: daemons that left the group included. Only Linux shows this; elsewhere the group is all that is known.
 */
export function listStrays(pid: number, marker: string): number[] {
  const parents = new Map<number, number>()
  const strays = new Set<number>()
  for (const entry of listProcesses()) {
    const stat = read(`/proc/${entry}/stat`)
    // The name in brackets may hold anything; state, parent and group follow the last bracket.
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3)
    if (state === undefined || state === 'Z' || state === 'X' || entry === pid) continue
    parents.set(entry, Number(parent))
    if (Number(group) === pid || readMarker(entry) === marker) strays.add(entry)
  }
  for (const entry of parents.keys()) if (descends(entry, pid, parents)) strays.add(entry)
  return [...strays]
}

/**
 * Tells whether the group of `pid` or a process that came after it and carries `marker` may be alive. Looks no further than
 * it must, since this is asked at the end of every attempt: pids are given out in turn, so that none is worth a look but
 * those given out since. A group answers for its zombies too, and a process that just becomes another program shows no
 * marker: both together miss nothing.
 */
export function mayHaveRest(pid: number, marker: string): boolean {
  const newest = readNewest()
  if (newest === pid) return false
  if (isGroupAlive(pid)) return true
  const wrapped = newest < pid
  if (!wrapped && newest - pid <= fewProcesses) {
    for (let entry = pid + 1; entry <= newest; entry += 1) {
      if (existsSync(`/proc/${entry}`) && readMarker(entry) === marker) return true
    }
    return false
  }
  return listProcesses().some(
    (entry) => (wrapped ? entry > pid || entry <= newest : entry > pid) && readMarker(entry) === marker,
  )
}

function isGroupAlive(pid: number): boolean {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}

const line = Buffer.allocUnsafe(128)

// The pid given out last; less than `readFileSync` does, since this is asked at the end of every attempt.
function readNewest(): number {
  try {
    const file = openSync('/proc/loadavg', 'r')
    const text = line.toString('latin1', 0, readSync(file, line))
    closeSync(file)
    return Number(text.slice(text.lastIndexOf(' ') + 1))
  } catch {
    return 0
  }
}

// Up to so many, asking for each is cheaper than a list of everything that runs.
const fewProcesses = 64

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
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
