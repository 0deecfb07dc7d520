import { printable } from '@narratoria/protocol/printable'
import { nameAsset, type ProseFormat } from './export-format.ts'

const style =
  'body{max-width:40em;margin:3em auto;padding:0 1em;font:1.1em/1.6 Georgia,serif;color-scheme:light dark}' +
  'blockquote{margin:2em 0 1em;padding-left:1em;border-left:3px solid #673ab7;font-style:italic}figcaption{opacity:.7}'

/** Writes one HTML page without other files and without scripts. */
export const html: ProseFormat = {
  start({ title, opening }) {
    const head =
      '<meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`
    return (
      `<!doctype html>\n<html lang="en">\n<head>${head}\n<title>${escapeText(title)}</title>\n<style>${style}</style></head>\n` +
      `<body>\n<h1>${escapeText(title)}</h1>\n${paragraphs(opening)}`
    )
  },
  turn({ prompt, narrative, label }, assets) {
    const heading = label === undefined ? '' : `<h2>${escapeText(label)}</h2>\n`
    const files = assets.map((asset) => `<figure><figcaption>${escapeText(nameAsset(asset))}</figcaption></figure>\n`)
    const words = prompt.trim() === '' ? '' : `<blockquote>${escapeText(prompt)}</blockquote>\n`
    return `${heading}${words}${paragraphs(narrative)}${files.join('')}`
  },
  end: () => '</body>\n</html>\n',
}

/** Formats paragraphs as HTML that is also valid XHTML. */
export function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeText(paragraph.trim()).replaceAll('\n', '<br/>')}</p>\n`)
    .join('')
}

/** Escapes a text for HTML and XML. */
export function escapeText(text: string): string {
  return printable(text.toWellFormed())
    .replaceAll(/[\uFFFE\uFFFF]/g, '')
    .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
