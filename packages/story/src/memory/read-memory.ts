import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StoryError } from '../errors.ts'
import { inProject, layout } from '../files/layout.ts'
import { readJson } from '../files/read-json.ts'
import { numberOf } from './ids.ts'
import { orderScenes } from './scene-order.ts'
import { type MemoryPart, type StoryMemory, memoryParts, memorySchemas } from './entities.ts'

/** Reads a novel's memory. Scenes are in the order of reading, the other parts in that of their ids' numbers. @throws {StoryError} `invalid_project` */
export function readMemory(folder: string): StoryMemory {
  const memory = Object.fromEntries(memoryParts.map((part) => [part, readPart(folder, part)])) as unknown as StoryMemory
  return { ...memory, scenes: orderScenes(folder, memory.scenes) }
}

function readPart(folder: string, part: MemoryPart): Record<string, unknown> {
  const path = inProject(folder, layout.memory[part])
  if (!existsSync(path)) return {}
  const ids = readdirSync(path)
    .filter((file) => file.endsWith('.json') && !file.startsWith('.'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort((a, b) => numberOf(a) - numberOf(b))
  return Object.fromEntries(
    ids.map((id) => {
      const file = join(path, `${id}.json`)
      const entity = readJson(file, memorySchemas[part]) as { id: string }
      if (entity.id === id) return [id, entity]
      throw new StoryError(
        'invalid_project',
        `${file}: "id" is "${entity.id}"; it must be "${id}", as in the file name`,
      )
    }),
  )
}
