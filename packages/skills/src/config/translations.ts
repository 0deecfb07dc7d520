import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseObject } from '../manifest/parse-object.ts'
import { plainText } from '../manifest/plain-text.ts'
import { readTextFile } from '../files/read-text-file.ts'

/** Returns a text in another language, or the text itself if it is not translated. */
export type Translate = (text: string) => string

/** The folder of a skill with its translations: one file for each language, such as `de.json`. */
export const localesFolder = 'locales'

/** A language tag, such as `de` or `pt-BR`. */
const tagPattern = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/

/** Translations by their English text, or the reason why a file cannot be used. */
export type Translations = { texts: Map<string, string> } | { reason: string }

/**
 * Reads the translations of a skill's texts. For `pt-BR`, those for `pt` are used where there are none. A file that is missing or
 * that cannot be read translates nothing.
 *
 * @param folder of the skill, a real path
 * @param language a language tag; anything else translates nothing
 */
export function openTranslations(folder: string, language: string): Translate {
  if (!tagPattern.test(language)) return (text) => text
  const parts = language.split('-')
  for (let count = parts.length; count > 0; count--) {
    const read = readTranslations(folder, `${parts.slice(0, count).join('-')}.json`)
    if ('texts' in read) return (text) => plainText(read.texts.get(text) ?? '') || text
  }
  return (text) => text
}

/** The files with translations of a skill. */
export function translationFiles(folder: string): string[] {
  try {
    return readdirSync(join(folder, localesFolder)).toSorted()
  } catch {
    return []
  }
}

/** Reads one file of {@link translationFiles}. */
export function readTranslations(folder: string, file: string): Translations {
  if (!file.endsWith('.json') || !tagPattern.test(file.slice(0, -'.json'.length)))
    return { reason: 'must be named after a language, such as de.json' }
  const read = readTextFile(folder, join(localesFolder, file))
  if ('code' in read) return { reason: read.reason }
  const parsed = parseObject(read.text)
  if ('reason' in parsed) return { reason: parsed.reason }
  const texts = new Map<string, string>()
  for (const [text, translated] of Object.entries(parsed.value)) {
    if (typeof translated !== 'string') return { reason: 'must have only strings as values' }
    texts.set(text, translated)
  }
  return { texts }
}
