import { wordsOfPhrase } from '../text/patterns.ts'
import { stems } from '../people/topics.ts'
import type { LiveScene } from '../live/live-scene.ts'
import { hasLight, scopeOf } from '../scene/scope.ts'
import { sentencesOf } from '../text/sentences.ts'
import { descriptionIn, sceneryOf } from './describe.ts'

/** Words between a number and what it counts, at most, with the number: "forty stone slabs". */
const maxBefore = 3

/** The number that what can be seen here gives of something that words name: "fourteen" of bollards. */
export function numberHere(scene: LiveScene, words: string): string | undefined {
  if (!hasLight(scene)) return undefined
  const ignored = wordsOfPhrase(scene, 'recall.ignored')
  const numbers = wordsOfPhrase(scene, 'count.numbers')
  const named = stems(words).filter((word) => !ignored.includes(word))
  const scenery = named.map((word) => sceneryOf(scene, word) ?? '')
  const texts = [scene.here, ...scopeOf(scene).map(({ id }) => id)].map((id) => descriptionIn(scene, id) ?? '')
  for (const sentence of [...texts, ...scenery].flatMap((text) => sentencesOf(text))) {
    const said = stems(sentence)
    for (const [at, word] of said.entries()) {
      const before = named.includes(word) ? said.slice(Math.max(0, at - maxBefore), at) : []
      const number = before.findLast((each) => numbers.includes(each))
      if (number === undefined) continue
      const [articles, links] = [wordsOfPhrase(scene, 'count.articles'), wordsOfPhrase(scene, 'count.links')]
      return wholeNumber(said.slice(0, said.lastIndexOf(number, at) + 1), { numbers, articles, links })
    }
  }
  return undefined
}

// "A hundred and fifty" of words that end with "fifty". What joins numbers also stands before one that is not part of it: "switches and fifty".
function wholeNumber(
  words: readonly string[],
  { numbers, articles, links }: Record<'numbers' | 'articles' | 'links', readonly string[]>,
): string {
  const isPart = (word: string) => [...numbers, ...articles, ...links].includes(word)
  const from = words.findLastIndex((word) => !isPart(word)) + 1
  return words.slice(links.includes(words[from] ?? '') ? from + 1 : from).join(' ')
}

export function hasNumber(scene: LiveScene, text: string): boolean {
  const numbers = wordsOfPhrase(scene, 'count.numbers')
  return stems(text).some((word) => numbers.includes(word) || /^\d+$/.test(word))
}
