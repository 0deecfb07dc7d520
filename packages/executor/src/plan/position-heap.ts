/** A priority queue of plan positions, lowest first. */
export class PositionHeap {
  readonly #items: number[] = []

  /** Returns the lowest position without removing it. */
  peek(): number | undefined {
    return this.#items[0]
  }

  push(position: number): void {
    const items = this.#items
    let at = items.push(position) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (items[parent]! <= position) break
      items[at] = items[parent]!
      at = parent
    }
    items[at] = position
  }

  /** Removes and returns the lowest position. */
  pop(): number | undefined {
    const items = this.#items
    const lowest = items[0]
    const moved = items.pop()
    if (items.length === 0 || moved === undefined) return lowest
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && items[child + 1]! < items[child]!) child += 1
      if (items[child]! >= moved) break
      items[at] = items[child]!
      at = child
    }
    items[at] = moved
    return lowest
  }
}
