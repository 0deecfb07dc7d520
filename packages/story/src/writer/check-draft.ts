import { listIssues } from '@narratoria/protocol'
import type { StoryMemory } from '../memory/entities.ts'
import { SceneDraft } from './scene-writer.ts'

/** Lists every problem of a written scene. */
export function checkDraft(draft: unknown, memory: StoryMemory): string[] {
  const shape = listIssues(SceneDraft, draft).map(({ path, message }) => `${path || 'the scene'} ${message}`)
  if (shape.length > 0) return shape
  const {
    prose,
    loops_developed = [],
    loops_closed = [],
    characters = [],
    relationship_changes = [],
  } = draft as SceneDraft
  const loops = [...loops_developed, ...loops_closed.map(({ id }) => id)]
  const people = [...characters, ...relationship_changes.flatMap((change) => [change.character_a, change.character_b])]
  return [
    ...(prose.trim() === '' ? ['/prose is empty'] : []),
    ...loops
      .filter((id) => memory.open_loops[id]?.status !== 'open')
      .map((id) => `the loop "${id}" is not open; open loops: ${openIds(memory) || 'none'}`),
    ...people.filter((id) => !memory.characters[id]).map((id) => `"${id}" is not a character id`),
  ]
}

function openIds(memory: StoryMemory): string {
  const open = Object.values(memory.open_loops).filter(({ status }) => status === 'open')
  return open.map(({ id }) => id).join(', ')
}
