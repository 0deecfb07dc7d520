import { StoryError } from '../errors.ts'
import type { StoryChange, StoryMemory } from '../memory/entities.ts'
import { availableIn } from '../world/needs.ts'
import { applyScene, replay } from '../world/story-world.ts'

/** What tools change must fit the world that the scenes have left. @throws {StoryError} `tool_failed` */
export function assertPossible(
  { memory, changes }: { memory: StoryMemory; changes: StoryChange[] },
  {
    people = Object.keys(memory.characters),
    location = null,
  }: { people?: string[] | undefined; location?: string | null | undefined },
): void {
  if (changes.length === 0) return
  const { world } = replay(memory)
  const present = availableIn(memory, people)
  const problems = applyScene(world, { characters: present, things: [], changes, location }, memory)
  if (problems.length > 0)
    throw new StoryError('tool_failed', `the tools change what cannot be changed: ${problems.join('; ')}`, {
      issues: problems,
    })
}
