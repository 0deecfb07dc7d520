import type { OpenLoop, StoryMemory } from './entities.ts'

/** The open loops, sorted by importance and then newest first. */
export function openLoops(memory: StoryMemory): OpenLoop[] {
  const weight = { high: 0, medium: 1, low: 2 }
  return Object.values(memory.open_loops)
    .filter(({ status }) => status === 'open')
    .reverse()
    .sort((a, b) => weight[a.importance] - weight[b.importance])
}
