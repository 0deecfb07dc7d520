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
    const { state, parent, group } = readStat(entry)
    if (state === '' || state === 'Z' || state === 'X' || entry === pid) continue
    parents.set(entry, parent)
    if (group === pid || readMarker(entry) === marker) strays.add(entry)
  }
  for (const entry of parents.keys()) if (descends(entry, pid, parents)) strays.add(entry)
  return [...strays]
}

/** The first processes of the tools that run: each leads a group and has a marker of its own. */
export const leaders = new Set<number>()

/**
 * Tells whether a process that came after `pid` belongs to its group or carries `marker`, zombies of the group included.
 * Looks no further than it must, since this is asked at the end of every attempt: pids are given out in turn, so that none
 * is worth a look but those given out since, and of them no other tool. A process that just becomes another program shows
 * no marker, so that one that also left the group is missed in that moment.
 */
export function mayHaveRest(pid: number, marker: string): boolean {
  const newest = readNewest()
  if (newest === pid) return false
  const isRest = (entry: number) =>
    !leaders.has(entry) && (readStat(entry).group === pid || readMarker(entry) === marker)
  if (newest > pid && newest - pid <= fewProcesses) {
    for (let entry = pid + 1; entry <= newest; entry += 1) {
      if (existsSync(`/proc/${entry}`) && isRest(entry)) return true
    }
    return false
  }
  // The last pid of all is followed by the first.
  const cameAfter = (entry: number) => (newest > pid ? entry > pid && entry <= newest : entry > pid || entry <= newest)
  return listProcesses().some((entry) => cameAfter(entry) && isRest(entry))
}

// The pid given out last.
function readNewest(): number {
  const text = readStart('/proc/loadavg')
  return Number(text.slice(text.lastIndexOf(' ') + 1))
}

// Up to so many, asking for each is cheaper than a list of everything that runs.
const fewProcesses = 8

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function readStat(pid: number): { state: string; parent: number; group: number } {
  const stat = readStart(`/proc/${pid}/stat`)
  // The name in brackets may hold anything; state, parent and group follow the last bracket.
  const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3)
  return { state, parent: Number(parent), group: Number(group) }
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

const head = Buffer.allocUnsafe(128)

// Much less work than to read a whole file, where the first line, or the start of it, says all.
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
