/** The languages of the page's own texts. English is part of the code; the others are loaded when they are chosen. */
export const languages = { en: 'English', de: 'Deutsch', ja: '日本語' } as const
export type Language = keyof typeof languages

const key = 'narratoria.language'
const dictionaries: Partial<Record<Language, () => Promise<{ default: Record<string, string> }>>> = {
  de: () => import('./de.json'),
  ja: () => import('./ja.json'),
}

/** The language that the player chose; `undefined` follows the browser. */
export function chosenLanguage(): Language | undefined {
  try {
    const stored = localStorage.getItem(key)
    return stored !== null && isLanguage(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Chooses a language. The page is loaded anew in it, because its texts are read once. */
export function chooseLanguage(wanted: Language | undefined): void {
  try {
    if (wanted === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, wanted)
  } catch {
    // Then the page follows the browser.
  }
  window.location.reload()
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text)
}

function browserLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.split('-')[0]!.toLowerCase())
  return wanted.find(isLanguage) ?? 'en'
}

/** The language of the page's texts in this visit. */
export const language: Language = chosenLanguage() ?? browserLanguage()

// Modules that import this one wait for it, so that their constants are in the language, too. Without the file they stay English.
const dictionary: Record<string, string> = (await dictionaries[language]?.().catch(() => undefined))?.default ?? {}
// Parts of the page are tested without one.
if (typeof document !== 'undefined') document.documentElement.lang = language

// Turn 1000, but 10,000 characters.
const numbers = new Intl.NumberFormat(language, { useGrouping: 'min2' })

/**
 * A text of the page in the player's language. `{name}` in it stands for the value of that name. The English text is the key of its
 * translations.
 */
export function t(text: string, values: Record<string, string | number> = {}): string {
  const translated = dictionary[text] ?? text
  return translated.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? numbers.format(value) : (value ?? place)
  })
}

/** A text about `count` things, which replaces `{count}`: one text for one of them, another for any other number. */
export function counted(
  count: number,
  one: string,
  others: string,
  values: Record<string, string | number> = {},
): string {
  return t(count === 1 ? one : others, { ...values, count })
}

/** Date and time in the player's language. */
export const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
