/** Calls `work` repeatedly, never twice at the same time: the database may be slow. Returns a function that stops this. */
export function every(ms: number, work: () => Promise<void>): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    void work().finally(() => (isBusy = false))
  }, ms)
  return () => clearInterval(timer)
}
