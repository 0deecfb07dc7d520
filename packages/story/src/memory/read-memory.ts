import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StoryError } from '../errors.ts'
import { inProject, layout } from '../files/layout.ts'
import { readJson } from '../files/read-json.ts'
import { numberOf } from './ids.ts'
import { type MemoryPart, type StoryMemory, memoryParts, memorySchemas, type Scene } from './entities.ts'
import Type from 'typebox'

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

/** The scenes in the order of reading: that of `memory/order.json`, and those that it does not name after their predecessor. */
function orderScenes(folder: string, scenes: Record<string, Scene>): Record<string, Scene> {
  const path = inProject(folder, layout.order)
  if (!existsSync(path)) return scenes
  const order = readJson(path, Type.Array(Type.String())).filter((id) => scenes[id])
  const rest = Object.keys(scenes).filter((id) => !order.includes(id))
  return Object.fromEntries([...order, ...rest].map((id) => [id, scenes[id]!]))
}
