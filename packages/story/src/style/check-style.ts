import { novelContent } from '@narratoria/content/novels'
import { patternOf } from '../world/named-in.ts'
import type { styleOf } from './style-sheet.ts'

/** Lists where a prose does not follow a style sheet: words to avoid, tense, and person. Quoted speech is free. */
export function checkStyle(prose: string, style: ReturnType<typeof styleOf>): string[] {
  const narrated = prose.replaceAll(/“[^”]*”|"[^"]*"|^\*[^\n]*\*$/gm, ' ')
  const words = narrated.toLowerCase().match(/[\p{L}’']+/gu) ?? []
  const count = (list: readonly string[]) => words.filter((word) => list.includes(word)).length
  const avoided = style.avoid.filter((word) =>
    new RegExp(`(?<![\\p{L}])${patternOf(word)}(?![\\p{L}])`, 'iu').test(prose),
  )
  const { past, present, first, second, third } = novelContent.words
  const problems = avoided.map((word) => `it uses "${word}", which the style sheet avoids`)
  const tense = count(past) >= count(present) ? 'past' : 'present'
  if (style.tense !== undefined && count(past) + count(present) >= 3 && tense !== style.tense)
    problems.push(`it is in the ${tense} tense; the style sheet says ${style.tense}`)
  const people = { first: count(first), second: count(second), third: count(third) }
  // A first person narrator also speaks of others, so that a few words decide.
  const isFirst = people.first >= 3 && people.first * 4 >= people.third
  const person = isFirst ? 'first' : people.second >= 2 && people.second * 2 >= people.third ? 'second' : 'third'
  if (style.person !== undefined && words.length >= 20 && person !== style.person)
    problems.push(`it is in the ${person} person; the style sheet says ${style.person}`)
  return problems
}
