import { listIssues } from '@narratoria/protocol'
import { isGrounded } from '@narratoria/world/claims'
import type { StoryChange, StoryMemory } from '../memory/entities.ts'
import { SceneDraft } from './scene-writer.ts'

export function checkDraft(draft: unknown, memory: StoryMemory): string[] {
  const shape = listIssues(SceneDraft, draft).map(({ path, message }) => `${path || 'the scene'} ${message}`)
  if (shape.length > 0) return shape
  const {
    prose,
    loops_developed = [],
    loops_closed = [],
    characters = [],
    relationship_changes = [],
    things = [],
    changes = [],
  } = draft as SceneDraft
  const loops = [...loops_developed, ...loops_closed.map(({ id }) => id)]
  const people = [...characters, ...relationship_changes.flatMap((change) => [change.character_a, change.character_b])]
  return [
    ...(prose.trim() === '' ? ['/prose is empty'] : []),
    ...loops
      .filter((id) => memory.open_loops[id]?.status !== 'open')
      .map((id) => `the loop "${id}" is not open; open loops: ${openIds(memory) || 'none'}`),
    ...things.filter((id) => !memory.things[id]).map((id) => `"${id}" is not a thing id`),
    ...changes.flatMap((change) => changeIssues(change, prose, memory)),
    ...people.filter((id) => !memory.characters[id]).map((id) => `"${id}" is not a character id`),
  ]
}

/** A change of the world must name what exists and quote the words that narrate it. */
function changeIssues({ kind, id, to, fact, cause }: StoryChange, prose: string, memory: StoryMemory): string[] {
  if (kind === 'happens') return []
  const issues: string[] = []
  const isPerson = memory.characters[id] !== undefined
  if (!isPerson && !memory.things[id]) issues.push(`/changes "${id}" is not a character or thing id`)
  else if (!isPerson && kind !== 'moves')
    issues.push(`/changes ${id} is a thing; only people ${kind === 'learns' ? 'learn' : 'die, leave or return'}`)
  const target = to?.replace(/^(?:in|on):/, '') ?? ''
  if (
    kind === 'moves' &&
    !memory.characters[target] &&
    !memory.locations[target] &&
    !memory.things[target] &&
    target !== 'nowhere'
  )
    issues.push(
      `/changes "${to ?? ''}" is not where ${id} can move; use a location, a character, in: and a thing, or nowhere`,
    )
  if (kind === 'learns' && !fact) issues.push(`/changes ${id} learns nothing; "fact" must say what`)
  if (!isGrounded(cause, prose)) issues.push(`/changes the words "${cause.slice(0, 80)}" are not in the prose`)
  return issues
}

function openIds(memory: StoryMemory): string {
  const open = Object.values(memory.open_loops).filter(({ status }) => status === 'open')
  return open.map(({ id }) => id).join(', ')
}
