import { createHash } from 'node:crypto'
import { StoryError } from '../errors.ts'
import { bookOf, type StoryConfig } from '../project/config.ts'
import { type ProjectView, readScene } from '../project/read-project.ts'

/** The parts of a book, in reading order. */
export interface Manuscript {
  /** A URN that does not change when the novel is compiled again or renamed, so that e-readers replace the book. */
  id: string
  title: string
  premise: string
  genre: string
  author: string
  /** A BCP 47 language tag. */
  language: string
  direction: 'ltr' | 'rtl'
  chapters: { id: string; title: string; paragraphs: string[] }[]
}

/** Reads the scenes of a project. @throws {StoryError} `invalid_project` */
export function readManuscript({ folder, state, scenes }: ProjectView, config: StoryConfig): Manuscript {
  const { language, author } = bookOf(config)
  return {
    id: idOf(`${state.created_at} ${config.generation?.seed ?? ''}`),
    title: titleOf(state.novel_name),
    premise: state.premise,
    genre: state.genre,
    author,
    language,
    direction: directionOf(language),
    chapters: scenes.map((scene) => {
      const { title, prose } = readScene(folder, scene)
      const paragraphs = prose.split(/\n\s*\n/).map((paragraph) => paragraph.trim())
      return { id: scene.id, title, paragraphs: paragraphs.filter((paragraph) => paragraph !== '') }
    }),
  }
}

// UUID version 8: its bits are defined by the application.
function idOf(origin: string): string {
  const bytes = createHash('sha256').update(`narratoria novel ${origin}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(bytes.toString('hex'))!
  return `urn:uuid:${parts.slice(1).join('-')}`
}

function directionOf(language: string): 'ltr' | 'rtl' {
  try {
    // getTextInfo is missing in TypeScript's declarations.
    const locale = new Intl.Locale(language) as Intl.Locale & { getTextInfo(): { direction: 'ltr' | 'rtl' } }
    return locale.getTextInfo().direction
  } catch (cause) {
    throw new StoryError(
      'invalid_project',
      `config.json: book.language "${language}" is not a language tag; use one such as en, pt-BR or he`,
      { cause },
    )
  }
}

// The name defaults to the folder name: `the-drowned-city` becomes `The Drowned City`.
function titleOf(name: string): string {
  if (/[A-Z\s]/.test(name)) return name
  return name
    .split(/[-_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
