import { isJsonObject, listIssues } from '@narratoria/protocol'
import { listForeignIssues } from '@narratoria/protocol/bounded'
import type { TSchema } from 'typebox'
import { beatsOf, type Outline } from '../outline/outline.ts'
import { holderOf, replay, worldId } from '../world/story-world.ts'
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
  { tools, memory, outline }: { tools: ReadonlyMap<string, StoryTool>; memory: StoryMemory; outline?: Outline },
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
  issues.push(...worldIssues(checked, memory, outline))
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

/** People who cannot be present, and things that are out of reach. */
function worldIssues(plan: StoryPlan, memory: StoryMemory, outline: Outline | undefined): string[] {
  const { people = [], things = [], beat } = plan
  const { world } = replay(memory)
  const known = people.filter((id) => memory.characters[id])
  const issues = people
    .filter((id) => !memory.characters[id])
    .map((id) => `/people "${id}" is not a known character; known: ${idsOf(memory.characters)}`)
  if (beat !== undefined && outline && !beatsOf(outline).some(({ id }) => id === beat))
    issues.push(`/beat "${beat}" is not in the outline`)
  for (const id of new Set([
    ...known,
    ...(plan.pov_character ? [findByIdOrName(memory.characters, plan.pov_character)?.id ?? ''] : []),
  ])) {
    const name = memory.characters[id]?.name
    if (world.is(worldId(id), 'dead')) issues.push(`/people ${name} (${id}) is dead and cannot be present`)
    else if (world.is(worldId(id), 'gone'))
      issues.push(`/people ${name} (${id}) has left permanently and cannot be present`)
  }
  for (const id of things) {
    const thing = memory.things[id]
    const holder = thing && holderOf(world, id, memory)
    if (!thing) issues.push(`/things "${id}" is not a known thing; known: ${idsOf(memory.things)}`)
    else if (
      holder !== undefined &&
      people.length > 0 &&
      !people.includes(holder) &&
      !world.is(worldId(holder), 'dead')
    )
      issues.push(
        `/things ${thing.name} (${id}) is with ${memory.characters[holder]!.name} (${holder}), who is not present`,
      )
  }
  return issues
}

function idsOf(entities: Record<string, { name: string }>): string {
  const named = Object.entries(entities).map(([id, { name }]) => `${id} (${name})`)
  return named.slice(-20).join(', ') || 'none'
}
