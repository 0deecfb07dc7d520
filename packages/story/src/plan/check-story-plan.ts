import { isJsonObject, listIssues } from '@narratoria/protocol'
import type { TSchema } from 'typebox'
import type { StoryMemory } from '../memory/entities.ts'
import { findByIdOrName } from '../memory/find-entity.ts'
import { type StoryAction, StoryPlan, softToolLimit } from './story-plan.ts'
import type { StoryTool } from './story-tools.ts'

/** What a check of a plan came to: every issue, and warnings that stop nothing. */
export interface PlanCheck {
  issues: string[]
  warnings: string[]
}

/** Checks a story plan: its shape, its tools and their arguments, and who and where it names (P3 §3.2, §12.4). */
export function checkStoryPlan(
  plan: unknown,
  { tools, memory }: { tools: ReadonlyMap<string, StoryTool>; memory: StoryMemory },
): PlanCheck {
  const shape = listIssues(StoryPlan, plan).map(({ path, message }) => `${path || 'the plan'} ${message}`)
  if (shape.length > 0) return { issues: shape, warnings: [] }
  const checked = plan as StoryPlan
  const issues = checked.actions.flatMap((action, index) => checkAction(action, index, tools))
  issues.push(...repeated(checked.actions))
  const { pov_character: pov, target_location: place } = checked
  if (pov && !findByIdOrName(memory.characters, pov)) {
    issues.push(`/pov_character "${pov}" is no known character; known: ${idsOf(memory.characters)}`)
  }
  const makesPlace = checked.actions.some(({ tool }) => tool === 'location.generate')
  if (place && !makesPlace && !findByIdOrName(memory.locations, place)) {
    issues.push(
      `/target_location "${place}" is no known location; known: ${idsOf(memory.locations)}, or null for a new one`,
    )
  }
  const count = checked.actions.length
  const warnings =
    count > softToolLimit
      ? [`the plan has ${count} tool calls; more than ${softToolLimit} make a scene lose its focus`]
      : []
  return { issues, warnings }
}

function checkAction({ tool, args }: StoryAction, index: number, tools: ReadonlyMap<string, StoryTool>): string[] {
  const known = tools.get(tool)
  if (!known) return [`/actions/${index}/tool "${tool}" does not exist; the tools are ${[...tools.keys()].join(', ')}`]
  const declared = known.inputSchema.properties
  const unknown = isJsonObject(declared) ? Object.keys(args).filter((name) => !Object.hasOwn(declared, name)) : []
  return [
    ...listIssues(known.inputSchema as TSchema, args).map(
      ({ path, message }) => `/actions/${index}/args${path} ${message}`,
    ),
    ...unknown.map((name) => `/actions/${index}/args/${name} is no argument of ${tool}`),
  ]
}

/** A relationship begins once; a second time would fail halfway through the plan. */
function repeated(actions: readonly StoryAction[]): string[] {
  const begun = new Set<string>()
  return actions.flatMap(({ tool, args }, index) => {
    if (tool !== 'relationship.create') return []
    const pair = [args.character_a, args.character_b].map((person) =>
      typeof person === 'string' ? person.trim().toLowerCase() : '',
    )
    const key = pair.sort().join(' ')
    if (begun.has(key)) return [`/actions/${index} creates the relationship of ${pair.join(' and ')} a second time`]
    begun.add(key)
    return []
  })
}

function idsOf(entities: Record<string, { name: string }>): string {
  const named = Object.entries(entities).map(([id, { name }]) => `${id} (${name})`)
  return named.slice(-20).join(', ') || 'none'
}
