import nlp from 'compromise/three'
import type { StoryMemory } from '../memory/entities.ts'

const lexicon = (nlp.model() as { one: { lexicon: Record<string, unknown> } }).one.lexicon

interface Word {
  text: string
  post: string
  tags: string[]
}

/** The names in a text that the novel does not have: of no person, place or thing, and not in its premise. */
export function strangersIn(text: string, { memory, premise }: { memory: StoryMemory; premise: string }): string[] {
  const { characters, locations, things } = memory
  const known = [...Object.values(characters), ...Object.values(locations), ...Object.values(things)].map(
    ({ name }) => name,
  )
  const words = wordsIn([...known, ...Object.values(characters).map(({ role }) => role), premise].join(' '))
  const sentences = nlp(text).json({ terms: { tags: true } }) as { terms: Word[] }[]
  return [...new Set(sentences.flatMap(({ terms }) => namesIn(terms)))].filter((name) =>
    [...wordsIn(name)].some((word) => !words.has(word)),
  )
}

/** The runs of words that are names, such as `Zebulon Quark`. */
function namesIn(terms: readonly Word[]): string[] {
  const names: string[] = []
  let run: string[] = []
  for (const [at, { text, post }] of terms.entries()) {
    const isName = isNameAt(terms, at)
    if (isName) run.push(text.replace(/['’]s$/, ''))
    if ((!isName || /[,.;:!?]/.test(post)) && run.length > 0) names.push(run.splice(0).join(' '))
  }
  return run.length > 0 ? [...names, run.join(' ')] : names
}

function isNameAt(terms: readonly Word[], at: number): boolean {
  const { text, tags } = terms[at]!
  if (!/^\p{Lu}\p{Ll}/u.test(text) || ['Date', 'Month', 'WeekDay', 'Pronoun'].some((tag) => tags.includes(tag)))
    return false
  if (tags.includes('ProperNoun') || tags.includes('Person')) return true
  // Each sentence begins with a capital; a noun in the singular that no dictionary has is a name there.
  const isFirst = at === 0
  return isFirst ? tags.includes('Singular') && lexicon[text.toLowerCase()] === undefined : !tags.includes('Verb')
}

function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}-]+/gu))
}
