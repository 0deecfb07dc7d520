/** A scene with slots: `{H}` is filled in, `{^done}` too with a capital, `<a|b>` takes one of several. */
export interface SceneTemplate {
  title: readonly string[]
  paragraphs: readonly string[]
}

/**
 * Fills a template. `choose` decides alternatives; an unknown slot is a bug and throws.
 */
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

/** A text with its first letter, behind opening quotes, as a capital. */
export function capitalize(text: string): string {
  return text.replace(/^([“"‘']*)(\p{Ll})/u, (_, quotes: string, letter: string) => quotes + letter.toUpperCase())
}

/** Puts a world's own words in the place of others; longer phrases first. */
export function swap(text: string, swaps: Readonly<Record<string, string>>): string {
  const phrases = Object.keys(swaps).sort((a, b) => b.length - a.length)
  if (phrases.length === 0) return text
  return text.replaceAll(new RegExp(`\\b(?:${phrases.join('|')})\\b`, 'g'), (phrase) => swaps[phrase] ?? phrase)
}
