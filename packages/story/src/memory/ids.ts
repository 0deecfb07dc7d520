import { existsSync } from 'node:fs'
import Type from 'typebox'
import { inProject, layout } from '../files/layout.ts'
import { jsonText, readJson } from '../files/read-json.ts'
import type { Disk } from '../files/disk.ts'
import { replaceFile } from '../files/replace-file.ts'
import type { StoryMemory } from './entities.ts'

/** The next unused number of each kind of id. */
export const NextIds = Type.Object({
  character: Type.Integer({ minimum: 0 }),
  location: Type.Integer({ minimum: 0 }),
  thing: Type.Optional(Type.Integer({ minimum: 0 })),
  relationship: Type.Integer({ minimum: 0 }),
  open_loop: Type.Integer({ minimum: 0 }),
  scene: Type.Integer({ minimum: 1 }),
})
export type NextIds = Type.Static<typeof NextIds>

const file = `${layout.own}/ids.json`

/** The next unused ids. Ids in memory and ids that failed or undone ticks have used are never reused. */
export function readNextIds(folder: string, memory: StoryMemory): NextIds {
  const path = inProject(folder, file)
  const reserved = existsSync(path) ? readJson(path, NextIds) : undefined
  const past = (entities: object, least = 0) =>
    Object.keys(entities).reduce((next, id) => Math.max(next, numberOf(id) + 1), least)
  return highest(reserved, {
    character: past(memory.characters),
    location: past(memory.locations),
    thing: past(memory.things),
    relationship: past(memory.relationships),
    open_loop: past(memory.open_loops),
    scene: past(memory.scenes, 1),
  })
}

/** Reserves all ids below these, whether or not the tick succeeds. */
export function writeNextIds(folder: string, ids: NextIds, disk: Disk): void {
  replaceFile(folder, file, jsonText(ids), disk)
}

export function highest(a: NextIds | undefined, b: NextIds): NextIds {
  if (!a) return b
  return Object.fromEntries(
    Object.entries(b).map(([kind, next]) => [kind, Math.max(next, a[kind as keyof NextIds] ?? 0)]),
  ) as NextIds
}

/** The number in an id: 5 for `C5`, 12 for `S012`. */
export function numberOf(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0)
}
