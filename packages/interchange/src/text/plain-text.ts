import { printable } from '@narratoria/protocol/printable'

/** Elements that are left out with their content. */
const dropped = new Set(['script', 'style', 'iframe', 'object', 'template'])
const lineEnds = /^(?:br|\/p)$/i

/**
 * A text of a stranger as plain text: without control characters, scripts, styles, comments and tags of HTML. `<START>` and other words in
 * capitals are marks of cards and stay.
 */
export function plainText(text: string): string {
  return withoutMarkup(printable(text.replaceAll(/\r\n?/g, '\n')))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Whether {@link plainText} removes more of a text than blanks. */
export function isCleaned(text: string): boolean {
  const wordsIn = (each: string) => each.replaceAll(/\s+/g, '')
  return wordsIn(text) !== wordsIn(plainText(text))
}

/** What an import says about texts of which {@link isCleaned} is true; nothing if there are none. */
export function cleanedFrom(texts: number): string[] {
  const where = texts === 1 ? 'one text' : `${texts} texts`
  return texts > 0 ? [`Scripts, tags of HTML and control characters were removed from ${where}.`] : []
}

/** Reads each character once or twice, whatever the text is. */
function withoutMarkup(text: string): string {
  const lower = text.toLowerCase()
  const unclosed = new Set<string>()
  const tag = /<!--|<(\/?[a-z][a-z0-9-]*)(?![a-z0-9-])[^<>]*>/gi
  let [plain, from] = ['', 0]
  const skipTo = (end: string): boolean => {
    const at = unclosed.has(end) ? -1 : lower.indexOf(end, tag.lastIndex)
    if (at < 0) unclosed.add(end)
    else tag.lastIndex = at + end.length
    return at >= 0
  }
  for (let found = tag.exec(text); found; found = tag.exec(text)) {
    const name = found[1]
    if (name !== undefined && name === name.toUpperCase() && found[0] === `<${name}>`) continue
    plain += text.slice(from, found.index)
    if (name === undefined) skipTo('-->')
    else if (dropped.has(name.toLowerCase()) && skipTo(`</${name.toLowerCase()}`)) {
      const end = text.indexOf('>', tag.lastIndex)
      if (end >= 0) tag.lastIndex = end + 1
    } else if (lineEnds.test(name)) plain += '\n'
    from = tag.lastIndex
  }
  return plain + text.slice(from)
}
