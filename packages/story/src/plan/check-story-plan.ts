import { isJsonObject, listIssues } from '@narratoria/protocol'
import { listForeignIssues } from '@narratoria/protocol/bounded'
import type { TSchema } from 'typebox'
import type { StoryMemory } from '../memory/entities.ts'
import { findByIdOrName } from '../memory/find-entity.ts'
import { type StoryAction, StoryPlan, softToolLimit } from './story-plan.ts'
import type { StoryTool } from './story-tools.ts'

/** The result of a check: issues that prevent a plan from running, and warnings. */
export interface PlanCheck {
  issues: string[]
  warnings: string[]
}

/** Checks a story plan: its shape, its tools and arguments, and the characters and locations that it names. */
export function checkStoryPlan(
  plan: unknown,
  { tools, memory }: { tools: ReadonlyMap<string, StoryTool>; memory: StoryMemory },
): PlanCheck {
  const shape = listIssues(StoryPlan, plan).map(({ path, message }) => `${path || 'the plan'} ${message}`)
  if (shape.length > 0) return { issues: shape, warnings: [] }
  const checked = plan as StoryPlan
  const issues = checked.actions.flatMap((action, index) => checkAction(action, index, tools))
  issues.push(...findRepeated(checked.actions))
  const { pov_character: pov, target_location: place } = checked
  if (pov && !findByIdOrName(memory.characters, pov)) {
    issues.push(`/pov_character "${pov}" is not a known character; known: ${idsOf(memory.characters)}`)
  }
  const makesPlace = checked.actions.some(({ tool }) => tool === 'location.generate')
  if (place && !makesPlace && !findByIdOrName(memory.locations, place)) {
    issues.push(
      `/target_location "${place}" is not a known location; known: ${idsOf(memory.locations)}, or null for a new one`,
    )
  }
  const count = checked.actions.length
  const warnings =
    count > softToolLimit ? [`the plan has ${count} tool calls; more than ${softToolLimit} make a scene unfocused`] : []
  return { issues, warnings }
}

function checkAction({ tool, args }: StoryAction, index: number, tools: ReadonlyMap<string, StoryTool>): string[] {
  const known = tools.get(tool)
  if (!known) return [`/actions/${index}/tool "${tool}" does not exist; the tools are ${[...tools.keys()].join(', ')}`]
  const declared = known.inputSchema.properties
  const unknown = isJsonObject(declared) ? Object.keys(args).filter((name) => !Object.hasOwn(declared, name)) : []
  return [
    ...listForeignIssues(known.inputSchema as TSchema, args).map(
      ({ path, message }) => `/actions/${index}/args${path} ${message}`,
    ),
    ...unknown.map((name) => `/actions/${index}/args/${name} is not an argument of ${tool}`),
  ]
}

/** Relationships that are created more than once; the second creation would fail while the plan runs. */
function findRepeated(actions: readonly StoryAction[]): string[] {
  const created = new Set<string>()
  return actions.flatMap(({ tool, args }, index) => {
    if (tool !== 'relationship.create') return []
    const pair = [args.character_a, args.character_b].map((person) =>
      typeof person === 'string' ? person.trim().toLowerCase() : '',
    )
    const key = pair.sort().join(' ')
    if (created.has(key)) return [`/actions/${index} creates the relationship of ${pair.join(' and ')} a second time`]
    created.add(key)
    return []
  })
}

function idsOf(entities: Record<string, { name: string }>): string {
  const named = Object.entries(entities).map(([id, { name }]) => `${id} (${name})`)
  return named.slice(-20).join(', ') || 'none'
}
