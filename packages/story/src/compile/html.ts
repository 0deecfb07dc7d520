import { printable } from '@narratoria/protocol/printable'
import type { Manuscript } from './manuscript.ts'

const style = `body{max-width:34em;margin:4em auto;padding:0 1.2em;font:1.15em/1.6 Georgia,serif;color:#222;background:#fffdf8}
h1{font-size:2.2em;text-align:center;margin:2em 0}h2{margin:3em 0 1em}p{margin:0;text-indent:1.4em;hyphens:auto}
h2+p,hr+p{text-indent:0}hr{border:0;margin:1.5em;text-align:center}hr::before{content:"* * *"}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#171512}}`

/** Formats a manuscript as one self-contained HTML page. */
export function toHtml({ title, author, language, direction, chapters }: Manuscript): string {
  const parts = chapters.map(
    (chapter) =>
      `<section id="${chapter.id}">\n<h2>${escapeHtml(chapter.title)}</h2>\n${chapterHtml(chapter.paragraphs)}\n</section>`,
  )
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="author" content="${escapeHtml(author)}">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${parts.join('\n')}
</body>
</html>
`
}

/** Formats paragraphs as HTML that is also valid XHTML. Of Markdown only emphasis and scene breaks are converted. */
export function chapterHtml(paragraphs: readonly string[]): string {
  return paragraphs
    .map((paragraph) => {
      if (/^(?:\*\s*){3,}$|^-{3,}$/.test(paragraph)) return '<hr/>'
      const text = escapeHtml(paragraph)
        .replaceAll(/\*\*(\S(?:[^*]*\S)?)\*\*/g, '<strong>$1</strong>')
        .replaceAll(/\*(\S(?:[^*]*\S)?)\*/g, '<em>$1</em>')
        .replaceAll(/\r?\n/g, '<br/>')
      return `<p>${text}</p>`
    })
    .join('\n')
}

/** Removes control characters, which XML does not allow, and those that change the direction of writing. */
export function xmlText(text: string): string {
  // Encoding as UTF-8 replaces lone surrogates by U+FFFD.
  return printable(Buffer.from(text).toString()).replaceAll(/[\uFFFE\uFFFF]/g, '')
}

/** Escapes a text for HTML and XML. */
export function escapeHtml(text: string): string {
  return xmlText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
