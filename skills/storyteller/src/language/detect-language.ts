import { type Language, languages } from '@narratoria/content'

/** Words that are as common in English: they say nothing about a language. */
const shared = new Set('a o e in an die do no as me was on is at d l es'.split(' '))

/** Returns the language of a text if it is one of the most spoken ones and not English. */
export function detectLanguage(text: string): Language | undefined {
  const letters = Array.from(text.toLowerCase().matchAll(/\p{L}/gu), ([letter]) => letter)
  if (letters.length === 0) return undefined
  return byScript(text.toLowerCase(), letters.length) ?? byWords(text.toLowerCase())
}

function byScript(text: string, length: number): Language | undefined {
  const written = Object.values(languages).flatMap((language) => {
    if (language.script === undefined) return []
    const scripts = language.script.split('|').map((name) => String.raw`\p{Script=${name}}`)
    const count = text.match(new RegExp(`[${scripts.join('')}]`, 'gu'))?.length ?? 0
    // Japanese is recognized by its syllables, among Chinese characters.
    return count > length * (language.script === 'Hiragana|Katakana' ? 0.2 : 0.6) ? [language] : []
  })
  return written.toSorted((a, b) => hints(text, b) - hints(text, a) || scriptRank(a) - scriptRank(b))[0]
}

function scriptRank({ script, letters }: Language): number {
  return script === 'Hiragana|Katakana' ? 0 : letters === undefined ? 1 : 2
}

function hints(text: string, { letters = '' }: Language): number {
  return Array.from(letters).filter((letter) => text.includes(letter)).length
}

function byWords(text: string): Language | undefined {
  const words = [...new Set(text.match(/\p{L}+/gu))]
  const scored = Object.values(languages)
    .filter(({ script }) => script === undefined)
    .map((language) => {
      const known = words.filter((word) => language.words.includes(word))
      const sure = known.filter((word) => !shared.has(word)).length
      return { language, sure, score: known.length + hints(text, language) }
    })
    .toSorted((a, b) => b.score - a.score)
  const [best] = scored
  // Two words, of which one is not English, and a third of all words.
  const isSure = best !== undefined && best.sure >= 1 && best.score >= 2 && best.score * 3 >= words.length
  return isSure ? best.language : undefined
}
