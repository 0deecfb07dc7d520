/** A scene with slots: `{H}` is replaced, `{^done}` with a capital letter, and `<a|b>` is one of the alternatives. */
export interface SceneTemplate {
  title: readonly string[]
  paragraphs: readonly string[]
}

/** Fills a template. `choose` selects the index of an alternative. Throws on an unknown slot. */
export function fill(
  template: string,
  slots: Readonly<Record<string, string>>,
  choose: (count: number) => number,
): string {
  const chosen = template.replaceAll(/<([^<>]+)>/g, (_, options: string) => {
    const list = options.split('|')
    return list[choose(list.length)]!
  })
  const filled = chosen.replaceAll(/\{(\^?)(\w+)\}/g, (_, capital: string, name: string) => {
    const text = slots[name]
    if (text === undefined) throw new Error(`the template has the unknown slot "${name}"`)
    return capital ? capitalize(text) : text
  })
  return filled.replaceAll(/ {2,}/g, ' ').trim()
}

/** Capitalizes the first letter, also after opening quotation marks. */
export function capitalize(text: string): string {
  return text.replace(/^([“"‘']*)(\p{Ll})/u, (_, quotes: string, letter: string) => quotes + letter.toUpperCase())
}

/** Replaces words by those of a lexicon; longer phrases first. */
export function swap(text: string, swaps: Readonly<Record<string, string>>): string {
  const phrases = Object.keys(swaps).sort((a, b) => b.length - a.length)
  if (phrases.length === 0) return text
  return text.replaceAll(new RegExp(`\\b(?:${phrases.join('|')})\\b`, 'g'), (phrase) => swaps[phrase] ?? phrase)
}
