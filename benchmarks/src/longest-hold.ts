/** Does some work and returns the longest time in milliseconds for which it held the event loop: processor time of this thread. */
export async function longestHold(work: () => unknown): Promise<number> {
  // On a busy machine, others use the rest of the time.
  let [longestMs, last, isOver] = [0, threadMs(), false]
  const look = () => {
    const now = threadMs()
    longestMs = Math.max(longestMs, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  look()
  return longestMs
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
