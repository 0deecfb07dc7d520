import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Disk } from '../files/disk.ts'
import { inProject, layout } from '../files/layout.ts'
import { jsonText } from '../files/read-json.ts'
import { memoryParts, type StoryMemory } from '../memory/entities.ts'
import type { FileChange } from './commit-record.ts'
import { commit } from './commit.ts'

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
  const changed = memoryParts.flatMap((part) => {
    const [old, now] = [before[part], after[part]] as [Record<string, object>, Record<string, object>]
    const gone = Object.keys(old).filter((id) => !now[id])
    const written = Object.entries(now).filter(([id, entity]) => !isDeepStrictEqual(entity, old[id]))
    return [
      ...gone.map((id): FileChange => ({ path: `${layout.memory[part]}/${id}.json`, text: null })),
      ...written.map(([id, entity]): FileChange => ({
        path: `${layout.memory[part]}/${id}.json`,
        text: jsonText(entity),
      })),
    ]
  })
  const lost = Object.keys(before.scenes)
    .filter((id) => !after.scenes[id])
    .map((id): FileChange => ({ path: `${layout.scenes}/${id}.md`, text: null }))
  const order: FileChange = { path: layout.order, text: jsonText(Object.keys(after.scenes)) }
  const all = [...changed, ...lost, ...files, order].filter(
    ({ path, text }) => text !== null || existsSync(inProject(folder, path)),
  )
  commit(folder, all, { disk, tick, edit: what })
}
