import { coverOf } from './cover.ts'
import { escapeHtml } from './escape.ts'
import type { Manuscript } from './manuscript.ts'

const style = `body{max-width:34em;margin:4em auto;padding:0 1.2em;font:1.15em/1.6 Georgia,serif;color:#222;background:#fffdf8}
h1{font-size:2.2em;text-align:center;margin:2em 0}h2{margin:3em 0 1em}p{margin:0;text-indent:1.4em;hyphens:auto}
h2+p,hr+p{text-indent:0}hr{border:0;margin:1.5em;text-align:center}hr::before{content:"* * *"}
nav{margin:2em 0}nav ol{list-style:none;padding:0}nav a{color:inherit;text-decoration:none}.cover{text-align:center}.cover svg{width:100%;max-width:24em;height:auto}
@media screen and (prefers-color-scheme:dark){body{color:#ddd;background:#171512}}
@page{size:A5;margin:18mm 16mm 20mm;@bottom-center{content:counter(page)}}
@page:first{margin:0;@bottom-center{content:none}}
@media print{body{max-width:none;margin:0;padding:0;font-size:10.5pt;background:none}.cover{page:cover;break-after:page}.cover svg{max-width:none;width:100%}
h1,nav{break-after:page}h2{break-before:page;break-after:avoid;margin-top:30mm}p{orphans:2;widows:2;text-align:justify}}`

/** Formats a manuscript as one self-contained HTML page with cover and contents, which prints as a book in A5. */
export function toHtml(manuscript: Manuscript): string {
  const { title, author, language, direction, chapters } = manuscript
  const contents = chapters.map((chapter) => `<li><a href="#${chapter.id}">${escapeHtml(chapter.title)}</a></li>`)
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
<div class="cover">${coverOf(manuscript).replace(/^<\?xml[^>]*>\n/, '')}</div>
<h1>${escapeHtml(title)}</h1>
<nav><ol>
${contents.join('\n')}
</ol></nav>
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
