import { seededNumbers } from '../imagine/seeded.ts'

/**
 * A text with one of each of its choices, such as `[the rail|a post]`. In speech they belong together, first to first and second to
 * second, so that an answer fits its question. In narration each choice is its own, except one such as `[=held on to it|leant on it]`,
 * which belongs to the choice before it.
 */
export function chosenFrom(text: string, seed: string): string {
  if (!text.includes('[')) return text
  const random = seededNumbers(seed)
  // Lists have up to four entries, so that twelve divides evenly.
  const next = () => Math.floor(random() * 12)
  const said = next()
  let last = said
  return sentencesWithChoices(text)
    .map((sentence) => {
      const isSaid = sentence.includes('“')
      return sentence.replaceAll(/\[(=?)([^\]]*)\]/g, (_, same: string, choices: string) => {
        const list = choices.split('|')
        last = isSaid ? said : same === '=' ? last : next()
        return list[last % list.length]!
      })
    })
    .join('')
}

/**
 * The sentences of a text with the spaces after them. The end of a sentence inside a choice or a quotation is none, nor is a quotation
 * before a verb such as `asked`.
 */
function sentencesWithChoices(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '[' || character === '“') depth += 1
    if (character === ']' || character === '”') depth -= 1
    if (
      character === ' ' &&
      depth === 0 &&
      /^ (?!\p{Ll}|\[(?:asked|said)\b)/u.test(text.slice(at)) &&
      /[.!?…][”\]]*$/.test(text.slice(start, at))
    ) {
      sentences.push(text.slice(start, at + 1))
      start = at + 1
    }
  }
  return [...sentences, text.slice(start)]
}
