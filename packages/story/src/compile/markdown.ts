import { printable } from '@narratoria/protocol/printable'
import type { Manuscript } from './manuscript.ts'

export function toMarkdown({ title, chapters }: Manuscript): string {
  const parts = chapters.map((chapter) => `## ${chapter.title}\n\n${chapter.paragraphs.join('\n\n')}\n`)
  return printable([`# ${title}\n`, ...parts].join('\n'))
}
