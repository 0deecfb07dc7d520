import { languages } from '@narratoria/content'
import { novelContent } from '@narratoria/content/novels'

/** The language of a premise that is not English, by its ISO 639-1 code; undefined for English, and for texts that are too short. */
export function foreignLanguageOf(text: string): string | undefined {
  const words: readonly string[] = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const english = words.filter((word) => novelContent.english.includes(word)).length
  const found = Object.entries(languages)
    .map(([code, { script, words: own }]) => ({
      code,
      isWritten:
        script !== undefined && new RegExp(`[\\p{Script=${script.split('|').join('}\\p{Script=')}}]`, 'u').test(text),
      count: words.filter((word) => own.includes(word)).length,
    }))
    .toSorted((a, b) => Number(b.isWritten) - Number(a.isWritten) || b.count - a.count)[0]
  if (!found) return undefined
  return found.isWritten || (found.count >= 2 && found.count > english) ? found.code : undefined
}

const { foreign } = novelContent
const afterPlaceWord = new RegExp(`\\b(?:${foreign.place_words.split(' ').join('|')})\\s+(\\p{Lu}\\p{Ll}+)`, 'u')

/** An English premise as it is; of another one what can be taken without a model: the names of a person and of a place. */
export function inEnglish(premise: string): string {
  if (foreignLanguageOf(premise) === undefined) return premise
  const person = personIn(premise)
  const place = afterPlaceWord.exec(premise)?.[1]
  const found = person === undefined ? 'place' : place === undefined ? 'person' : 'person_and_place'
  if (person === undefined && place === undefined) return foreign.neither
  return foreign[found].replace('{person}', person ?? '').replace('{place}', place ?? '')
}

/** A known first name, with the capitalized word after it. */
function personIn(text: string): string | undefined {
  const { she, he } = novelContent.names
  const words = text.match(/[\p{L}’'-]+/gu) ?? []
  const at = words.findIndex((word) => she.includes(word) || he.includes(word))
  if (at < 0) return undefined
  const [first, second] = [words[at]!, words[at + 1]]
  return second !== undefined && /^\p{Lu}/u.test(second) ? `${first} ${second}` : first
}
