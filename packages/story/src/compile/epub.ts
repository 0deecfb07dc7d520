import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoryError } from '../errors.ts'
import { chapterHtml, escapeHtml } from './html.ts'
import type { Manuscript } from './manuscript.ts'

const css = `p{margin:0;text-indent:1.4em}h2+p{text-indent:0}hr{border:0;margin:1.5em}`

/** Writes a manuscript as an EPUB 3 file; the library is loaded here, since nothing else needs it. */
export async function writeEpub({ title, premise, chapters }: Manuscript, output: string): Promise<void> {
  if (chapters.length === 0)
    throw new StoryError('invalid_project', 'the novel has no scenes yet; write one with: narratoria story tick')
  const { EPub } = await import('@lesjoursfr/html-to-epub')
  const temporary = mkdtempSync(join(tmpdir(), 'narratoria-epub-'))
  try {
    const book = new EPub(
      {
        version: 3,
        title: escapeHtml(title),
        description: escapeHtml(premise),
        author: 'Narratoria',
        publisher: 'Narratoria',
        lang: 'en',
        css,
        tocTitle: 'Scenes',
        tempDir: temporary,
        content: chapters.map((chapter) => ({
          title: escapeHtml(chapter.title),
          filename: chapter.id,
          data: chapterHtml(chapter.paragraphs),
        })),
      },
      output,
    )
    await book.render()
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
