import { ToolError } from '@narratoria/tool-sdk'

/** Numbers from 0 to 1 decided by a text: a small, well-mixed generator (FNV-1a into mulberry32). */
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

/** One entry of a list, by a random number. */
export function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!
}

/**
 * The name asked for, or a free one made by `make`: as long as there are such, one that shares no word with the names in
 * `heard`, so that nobody is taken for somebody else, or for kin.
 *
 * @throws {ToolError} `name_taken` where somebody has the name that was asked for
 */
export function chooseName(
  asked: string | undefined,
  { taken, heard = [], make }: { taken: readonly string[]; heard?: readonly string[]; make: () => string },
): string {
  const used = new Set(taken.map((name) => name.trim().toLowerCase()))
  if (asked !== undefined && asked.trim() !== '') {
    if (!used.has(asked.trim().toLowerCase())) return asked.trim()
    throw new ToolError('name_taken', `the name "${asked.trim()}" is taken; choose another or leave it out`, {
      retryable: false,
    })
  }
  const known = new Set(heard.flatMap(wordsOf))
  let next: string | undefined
  for (let attempt = 0; attempt < 200; attempt++) {
    const name = make()
    if (used.has(name.toLowerCase())) continue
    if (!wordsOf(name).some((word) => known.has(word))) return name
    next ??= name
  }
  if (next !== undefined) return next
  const name = make()
  for (let number = 2; ; number++) {
    const numbered = `${name} the ${ordinal(number)}`
    if (!used.has(numbered.toLowerCase())) return numbered
  }
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
}

function ordinal(number: number): string {
  const ending = number % 100 > 10 && number % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}
