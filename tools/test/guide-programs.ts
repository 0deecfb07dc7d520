import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeLinkedProject } from './linked-project.ts'
import { blocksOf, guides, root } from './markdown.ts'

/** A block of TypeScript or JavaScript in a guide, with the file that it is written to. */
export interface GuideProgram {
  page: string
  language: string
  words: string
  code: string
  /** The folder of its page, below the project. */
  folder: string
  file: string
  /** The JSON behind `input=`: the program is a tool, which takes this input. */
  input: string | undefined
}

export const guidePrograms: GuideProgram[] = guides
  .flatMap(blocksOf)
  .filter(({ language }) => language === 'ts' || language === 'js')
  .map(({ page, language, words, code, index }) => ({
    page,
    language,
    words,
    code,
    folder: page.replaceAll(/[^\w]+/g, '-'),
    file: /file=(\S+)/.exec(words)?.[1] ?? `${language}-${index}.${language === 'ts' ? 'ts' : 'mjs'}`,
    input: /input=(.+)$/.exec(words)?.[1],
  }))

/** The programs whose block has this word behind its language, as in ```` ```ts run ````. */
export function programsMarked(word: string): GuideProgram[] {
  return guidePrograms.filter(({ words }) => words.split(' ').includes(word))
}

/** Writes every program into a new project with the packages installed and two of the skills; returns its path. */
export function makeGuideProject(): string {
  const project = makeLinkedProject(['*.d.ts', '*/*.ts', '*/*.mjs'])
  cpSync(join(import.meta.dirname, 'fixtures', 'guides'), project, { recursive: true })
  for (const { folder, file, code } of guidePrograms) {
    mkdirSync(join(project, folder), { recursive: true })
    for (const skill of ['torch-lighter', 'story-world'])
      cpSync(join(root, 'skills', skill), join(project, folder, 'skills', skill), {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      })
    writeFileSync(join(project, folder, file), code, { mode: 0o755 })
  }
  return project
}
