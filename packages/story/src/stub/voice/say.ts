import { fill } from '../beats/template.ts'
import { takeTurn } from '../seeded.ts'

/**
 * The entry for a turn, in a form that it has not had before: each time that the list comes round, its `<a|b|c>` take the
 * next one. An empty list says nothing.
 */
export function sayOne(list: readonly string[], seed: string, turn: number): string {
  if (list.length === 0) return ''
  const round = Math.floor(turn / list.length)
  return fill(takeTurn(list, seed, turn), {}, (count) => round % count)
}
