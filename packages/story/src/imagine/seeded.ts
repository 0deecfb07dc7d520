/** A generator of numbers from 0 to 1, seeded by a text (FNV-1a, mulberry32). */
export function seededNumbers(seed: string): () => number {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function shuffled<T>(list: readonly T[], seed: string): T[] {
  const random = seededNumbers(seed)
  const copy = [...list]
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[copy[last], copy[other]] = [copy[other]!, copy[last]!]
  }
  return copy
}

/** The entry for the `turn`-th use of a list. All entries are used before one is repeated. */
export function takeTurn<T>(list: readonly T[], seed: string, turn: number): T {
  return shuffled(list, seed)[turn % list.length]!
}
