import { setImmediate } from 'node:timers/promises'

/** Work in short steps. After each step, other work of the host may run. */
export type Steps<T> = Generator<undefined, T, undefined>

/** How long work in steps runs before other work of the host does. */
const sliceMs = 10

/** Runs work in steps and lets other work of the host run every few milliseconds. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (let startedAt = performance.now(); ;) {
    const step = steps.next()
    const isOver = performance.now() - startedAt >= sliceMs
    // Also at the end, because the caller may go on with work of this kind.
    if (isOver) await setImmediate()
    if (step.done) return step.value
    if (!isOver) continue
    startedAt = performance.now()
  }
}

/** Runs work in steps without an interruption. */
export function atOnce<T>(steps: Steps<T>): T {
  while (true) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
