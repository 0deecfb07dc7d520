import { ToolError } from '@narratoria/tool-sdk'

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

export function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!
}

/**
 * Returns the requested name, or an unused one of `make`. It has no word in common with the names in `heard`, if possible.
 *
 * @throws {ToolError} `name_taken` if the requested name is used
 */
export function chooseName(
  requested: string | undefined,
  { taken, heard = [], make }: { taken: readonly string[]; heard?: readonly string[]; make: () => string },
): string {
  const used = new Set(taken.map((name) => name.trim().toLowerCase()))
  if (requested !== undefined && requested.trim() !== '') {
    if (!used.has(requested.trim().toLowerCase())) return requested.trim()
    throw new ToolError('name_taken', `the name "${requested.trim()}" is used; choose another one or omit it`, {
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
