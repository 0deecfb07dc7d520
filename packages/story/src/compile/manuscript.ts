import { type ProjectView, readScene } from '../read-project.ts'

/** A novel as one text: its scenes in order. */
export interface Manuscript {
  title: string
  premise: string
  chapters: { id: string; title: string; paragraphs: string[] }[]
}

/** Gathers the scenes of a project. */
export function readManuscript({ folder, state, scenes }: ProjectView): Manuscript {
  return {
    title: titleOf(state.novel_name),
    premise: state.premise,
    chapters: scenes.map((scene) => {
      const { title, prose } = readScene(folder, scene)
      const paragraphs = prose.split(/\n\s*\n/).map((paragraph) => paragraph.trim())
      return { id: scene.id, title, paragraphs: paragraphs.filter((paragraph) => paragraph !== '') }
    }),
  }
}

// `the-drowned-city`, a folder's name, is no title; `The Drowned City` is one.
function titleOf(name: string): string {
  if (/[A-Z\s]/.test(name)) return name
  return name
    .split(/[-_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
