import { imaginePart } from './imagine-part.ts'
import { partScenes, sourceOf } from './imagine-novel.ts'
import type { StoryMemory } from '../memory/entities.ts'
import type { NextIds } from '../memory/ids.ts'
import { nextBeat, type Outline } from '../outline/outline.ts'

/**
 * The outline with a further part if all its beats are narrated, and the memory with the people and things of that part. Without an
 * outline, the first part is made from the premise.
 */
export function continueOutline(
  outline: Outline | undefined,
  {
    memory,
    premise,
    genre,
    seed,
    tick,
    free,
  }: { memory: StoryMemory; premise: string; genre?: string; seed: string; tick: number; free: NextIds },
): { outline: Outline; memory: StoryMemory } {
  if (outline && nextBeat(outline, memory)) return { outline, memory }
  const next: Outline = structuredClone(outline ?? { format_version: 1, want: '', obstacle: '', parts: [] })
  const grown: StoryMemory = { ...memory, characters: { ...memory.characters }, things: { ...memory.things } }
  imaginePart({ source: sourceOf(premise, seed, genre), memory: grown, outline: next, tick, free }, partScenes)
  return { outline: next, memory: grown }
}
