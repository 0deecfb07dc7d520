import { stopWords } from '@narratoria/content'
import { stemmer } from 'stemmer'
import en from './en.json' with { type: 'json' }

// Words of questions about the past, which fit every memory.
const recallWords = wordSet(en.recallWords)

// Words of so many turns that they do not identify one.
const weakWords = wordSet(en.weakWords)

const baseForms = new Map(
  Object.entries(en.irregularForms).flatMap(([base, forms]) => forms.split(' ').map((form) => [form, base] as const)),
)

/** A meaningful word and its stem. */
export interface Word {
  word: string
  stem: string
}

/** The meaningful words of a text: in lower case, without diacritics and stop words. */
export function readWords(text: string): Word[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]s\b/g, '')
  const found = folded.match(/[\p{L}\p{N}]+/gu) ?? []
  return found
    .filter((word) => !stopWords.has(word))
    .map((word) => ({ word, stem: stemmer(baseForms.get(word) ?? word) }))
}

/** The words for the subject of a question, without those that only refer to the past. */
export function readQuestion(text: string): Word[] {
  const words = readWords(text).filter(({ word }) => !recallWords.has(word))
  const specific = words.filter(({ word }) => !weakWords.has(word) && !/^\d*d\d+$/.test(word))
  return specific.length > 0 ? specific : words
}

/** True if a prompt asks about the past without a subject, such as "What happened last time?" */
export function asksForAll(text: string): boolean {
  return readQuestion(text).length === 0 && readWords(text).some(({ word }) => recallWords.has(word))
}

/** The words of lines of the word lists. */
export function wordSet(lines: readonly string[]): Set<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}
