import { problemsOf } from '../edit/consequences.ts'
import { readConfig } from '../project/config.ts'
import { type ProjectView, readScene } from '../project/read-project.ts'
import { checkStyle } from '../style/check-style.ts'
import { styleOf } from '../style/style-sheet.ts'
import { checkScenes, type StoryProblem } from '../world/check-scene.ts'

/** The result of {@link checkProject}. */
export interface ProjectCheck {
  /** What cannot be so: absent people speak, dead people act, things are in two hands, the state does not allow it, or scenes rely on what no earlier scene narrates. */
  contradictions: StoryProblem[]
  /** Where scenes do not follow the style sheet. */
  style: { scene: string; message: string }[]
}

/** Checks all scenes of a project, their text and their changes of the world, in the order of reading. */
export function checkProject({ folder, memory, scenes, outline }: ProjectView): ProjectCheck {
  const narrated = scenes.map((scene) => ({ scene, prose: readScene(folder, scene).prose }))
  const style = styleOf(readConfig(folder))
  const found = checkScenes(memory, narrated)
  // What a deletion reports before it is done is still reported after it.
  const missing = problemsOf(memory, outline)
    .filter(({ scene, message }) => !found.some((each) => each.scene === scene && each.message === message))
    .map(({ scene, message }): StoryProblem => ({ scene, kind: 'missing', message }))
  return {
    contradictions: [...found, ...missing],
    style: narrated.flatMap(({ scene, prose }) =>
      checkStyle(prose, style).map((message) => ({ scene: scene.id, message })),
    ),
  }
}
