import { isDeepStrictEqual } from 'node:util'
import { describeIssues, type JsonObject, isJsonObject, listIssues } from '@narratoria/protocol'
import { memorySchemas, StoryChange, type StoryMemory } from '../memory/entities.ts'
import { type NextIds, numberOf } from '../memory/ids.ts'
import { StoryError } from '../errors.ts'

/** The value of `state.story` for tools. */
export function storyForTools(memory: StoryMemory, more: { seed: string; tick: number; nextIds: NextIds }): JsonObject {
  return { ...memory, seed: more.seed, tick: more.tick, next_ids: more.nextIds } as unknown as JsonObject
}

/** The parts of memory that tools can change. The writer changes scenes and loops. */
const writable = {
  characters: 'character',
  locations: 'location',
  things: 'thing',
  relationships: 'relationship',
} as const

/**
 * The memory after the tools of a plan, what they changed in the world, and the next unused ids. Nothing is on disk yet.
 *
 * @throws {StoryError} `tool_failed` if a tool left invalid entities
 */
export function readStagedMemory(
  story: JsonObject,
  before: StoryMemory,
  nextIds: NextIds,
): { memory: StoryMemory; changes: StoryChange[]; nextIds: NextIds } {
  const memory: StoryMemory = { ...before }
  const used = { ...nextIds }
  const faults: string[] = []
  for (const [part, kind] of Object.entries(writable) as [keyof typeof writable, keyof NextIds][]) {
    const after = isJsonObject(story[part]) ? story[part] : {}
    faults.push(...faultsOf(part, after, before[part], nextIds[kind] ?? 0))
    memory[part] = after as never
    used[kind] = Object.keys(after).reduce((next, id) => Math.max(next, numberOf(id) + 1), used[kind] ?? 0)
  }
  const changes = Array.isArray(story.changes) ? story.changes : []
  for (const [index, change] of changes.entries()) {
    const issues = listIssues(StoryChange, change)
    if (issues.length > 0) faults.push(`/changes/${index}: ${describeIssues(issues)}`)
  }
  if (faults.length === 0) return { memory, changes: changes as unknown as StoryChange[], nextIds: used }
  throw new StoryError('tool_failed', `the tools left invalid entities in memory: ${faults.join('; ')}`, {
    issues: faults,
  })
}

/** The next unused ids after all patches of a plan, including those of failed tools. Keys that are not ids are ignored. */
export function idsAfter(patches: readonly JsonObject[], nextIds: NextIds): NextIds {
  const next = { ...nextIds }
  for (const patch of patches) {
    for (const [part, kind] of Object.entries(writable) as [keyof typeof writable, keyof NextIds][]) {
      const made = isJsonObject(patch[part]) ? patch[part] : {}
      for (const [id, entity] of Object.entries(made)) {
        const after = numberOf(id) + 1
        if (entity !== null && /^[CLTR]\d+$/.test(id) && Number.isSafeInteger(after)) {
          next[kind] = Math.max(next[kind] ?? 0, after)
        }
      }
    }
  }
  return next
}

function faultsOf(
  part: keyof typeof writable,
  after: JsonObject,
  before: Record<string, { id: string; name?: string }>,
  firstFree: number,
): string[] {
  const lost = Object.keys(before).filter((id) => !Object.hasOwn(after, id))
  const faults = lost.map((id) => `${id} was removed`)
  for (const [id, entity] of Object.entries(after)) {
    if (isDeepStrictEqual(entity, before[id])) continue
    const issues = listIssues(memorySchemas[part], entity)
    if (issues.length > 0) faults.push(`${id}: ${describeIssues(issues)}`)
    else if ((entity as { id: string }).id !== id) faults.push(`${id} has a different "id" property`)
    else if (!Object.hasOwn(before, id) && numberOf(id) < firstFree) faults.push(`${id} was used before`)
  }
  return faults
}
