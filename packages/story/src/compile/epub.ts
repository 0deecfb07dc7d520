import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoryError } from '../errors.ts'
import { coverOf, coverSize } from './cover.ts'
import { packageDocument } from './epub-package.ts'
import { escapeHtml, xmlText } from './escape.ts'
import { chapterHtml } from './html.ts'
import type { Manuscript } from './manuscript.ts'

const css = `p{margin:0;text-indent:1.4em}h1+p,hr+p{text-indent:0}hr{border:0;margin:1.5em}`

/**
 * Writes a manuscript as an EPUB 3 file.
 *
 * @throws {StoryError} `package_missing` if the library is not installed
 */
export async function writeEpub(manuscript: Manuscript, output: string): Promise<void> {
  const { id, title, premise, author, language, direction, chapters } = manuscript
  const { EPub } = await loadLibrary()
  const temporary = mkdtempSync(join(tmpdir(), 'narratoria-epub-'))
  const customOpfTemplatePath = join(temporary, 'package.ejs')
  try {
    const cover = join(temporary, 'cover.svg')
    writeFileSync(cover, coverOf(manuscript))
    writeFileSync(customOpfTemplatePath, packageDocument(direction))
    const book = new EPub(
      {
        version: 3,
        cover,
        // The library escapes the values of its templates.
        title: xmlText(title),
        description: xmlText(premise),
        author: xmlText(author),
        lang: language,
        css,
        // The library would put the heading outside of the section.
        appendChapterTitles: false,
        tocTitle: xmlText(title),
        tempDir: temporary,
        customOpfTemplatePath,
        content: chapters.map((chapter) => ({
          title: xmlText(chapter.title),
          filename: chapter.id,
          data: `<section dir="${direction}">\n<h1>${escapeHtml(chapter.title)}</h1>\n${chapterHtml(chapter.paragraphs)}\n</section>`,
        })),
      },
      output,
    )
    book.uuid = id
    // The library measures its copy of the cover before that is written, and sometimes finds no file.
    Object.assign<object, object>(book, {
      makeCover: async () => {
        copyFileSync(cover, join(book.tempEpubDir, 'OEBPS', 'cover.svg'))
        book.coverDimensions = coverSize
      },
    })
    await book.render()
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function loadLibrary() {
  try {
    return await import('@lesjoursfr/html-to-epub')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes('html-to-epub')) throw error
    throw new StoryError(
      'package_missing',
      'EPUB files need a package that is not installed; add it with: npm install @lesjoursfr/html-to-epub',
      { cause: error },
    )
  }
}
