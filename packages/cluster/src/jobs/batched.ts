/**
 * Gathers what is asked for while earlier work is going on, and does it at once. Each call resolves or rejects as its batch does.
 *
 * @param work never called again before it has ended
 */
export function batched<Item>(work: (items: readonly Item[]) => Promise<unknown>): (item: Item) => Promise<void> {
  let waiting: { items: Item[]; done: PromiseWithResolvers<void> } | undefined
  let isWorking = false

  async function workOn(): Promise<void> {
    isWorking = true
    while (waiting) {
      const { items, done } = waiting
      waiting = undefined
      await work(items).then(() => done.resolve(), done.reject)
    }
    isWorking = false
  }
  return (item) => {
    waiting ??= { items: [], done: Promise.withResolvers() }
    waiting.items.push(item)
    const { promise } = waiting.done
    if (!isWorking) void workOn()
    return promise
  }
}
