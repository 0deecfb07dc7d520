import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Disk } from '../files/disk.ts'
import { inProject, layout } from '../files/layout.ts'
import { jsonText } from '../files/read-json.ts'
import { memoryParts, type StoryMemory } from '../memory/entities.ts'
import type { FileChange } from './commit-record.ts'
import { commit } from './commit.ts'

/** The files of the entities of a memory that `before` does not have, or has with another content. */
export function entityFiles(memory: StoryMemory, before?: StoryMemory): { path: string; text: string }[] {
  return memoryParts.flatMap((part) =>
    Object.entries<object>(memory[part])
      .filter(([id, entity]) => !isDeepStrictEqual(entity, before?.[part][id]))
      .map(([id, entity]) => ({ path: `${layout.memory[part]}/${id}.json`, text: jsonText(entity) })),
  )
}

/** Commits the difference of two memories, the order of the scenes, and further files. */
export function commitMemory(
  folder: string,
  {
    before,
    after,
    what,
    disk,
    tick,
    files = [],
  }: { before: StoryMemory; after: StoryMemory; what: string; disk: Disk; tick: number; files?: FileChange[] },
): void {
  const gone = memoryParts.flatMap((part) =>
    Object.keys(before[part])
      .filter((id) => !after[part][id])
      .map((id): FileChange => ({ path: `${layout.memory[part]}/${id}.json`, text: null })),
  )
  const lost = Object.keys(before.scenes)
    .filter((id) => !after.scenes[id])
    .map((id): FileChange => ({ path: `${layout.scenes}/${id}.md`, text: null }))
  const order: FileChange = { path: layout.order, text: jsonText(Object.keys(after.scenes)) }
  const all = [...gone, ...entityFiles(after, before), ...lost, ...files, order].filter(
    ({ path, text }) => text !== null || existsSync(inProject(folder, path)),
  )
  commit(folder, all, { disk, tick, edit: what })
}
