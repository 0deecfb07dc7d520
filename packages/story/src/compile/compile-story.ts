import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StoryError } from '../errors.ts'
import { readConfig } from '../project/config.ts'
import { readProject } from '../project/read-project.ts'
import { writeEpub } from './epub.ts'
import { toHtml } from './html.ts'
import { readManuscript } from './manuscript.ts'
import { toMarkdown } from './markdown.ts'

/** The formats of {@link compileStory}. */
export type BookFormat = 'md' | 'html' | 'epub'

/**
 * Writes all scenes of a project to one file, replacing it atomically. EPUB needs the package `@lesjoursfr/html-to-epub`.
 *
 * @throws {StoryError} `invalid_project`, also if there is no scene, and `package_missing`
 */
export async function compileStory(folder: string, options: { format: BookFormat; output: string }): Promise<void> {
  const manuscript = readManuscript(await readProject(folder), readConfig(folder))
  if (manuscript.chapters.length === 0)
    throw new StoryError('invalid_project', 'the novel has no scenes yet; write one with: narratoria story tick')
  const output = resolve(options.output)
  const temporary = join(dirname(output), `.${randomUUID()}.tmp`)
  try {
    if (options.format === 'epub') await writeEpub(manuscript, temporary)
    else writeFileSync(temporary, options.format === 'html' ? toHtml(manuscript) : toMarkdown(manuscript))
    renameSync(temporary, output)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
