import type { StoryMemory } from '../memory/entities.ts'
import { readScene } from '../project/read-project.ts'

/** The prose of the last scenes; a scene whose file cannot be read is left out. */
export function readEarlier(folder: string, memory: StoryMemory, most = 80): string[] {
  return Object.values(memory.scenes)
    .slice(-most)
    .flatMap((scene) => {
      try {
        return [readScene(folder, scene).prose]
      } catch {
        return []
      }
    })
}
