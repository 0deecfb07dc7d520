import { readFileSync, readdirSync } from 'node:fs'

/** The ids of all processes whose environment has this `HOME`: a host, its tools and what they started. Linux only. */
export function processesOf(home: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).split('\0').includes(`HOME=${home}`))
    .map(Number)
}

/** The number of open descriptors of a process. */
export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** Waits up to `limitMs` until no process of a home is left. Returns the milliseconds that it took. */
export async function untilNoneLeft(home: string, limitMs: number): Promise<number> {
  const startedAt = performance.now()
  while (processesOf(home).length > 0 && performance.now() - startedAt < limitMs)
    await new Promise((resolve) => setTimeout(resolve, 20))
  return performance.now() - startedAt
}

/** The content of a file, or nothing if its process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
