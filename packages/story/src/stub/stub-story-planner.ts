import type { StoryPlan, StoryAction } from '../plan/story-plan.ts'
import type { StoryPlanner, StoryPlanRequest } from '../planner/story-planner.ts'
import type { StoryMemory } from '../memory/entities.ts'
import { withArticle } from './imagine-arc.ts'
import { type Beat, readPosition, type StoryPosition } from './story-position.ts'
import { capitalize } from './beats/template.ts'

/**
 * Plans without a model: arcs of five scenes, each raising, developing and closing loops of its own. The same project
 * gives the same plan.
 */
export class StubStoryPlanner implements StoryPlanner {
  readonly name = 'stub'

  async plan({ state, config, memory }: StoryPlanRequest): Promise<StoryPlan> {
    return planBeat(readPosition(state, config, memory), memory, state.active_character)
  }
}

/** The plan of one beat. */
export function planBeat(position: StoryPosition, memory: StoryMemory, hero: string): StoryPlan {
  const plan = planners[position.beat]({ position, memory, hero, name: memory.characters[hero]?.name ?? hero })
  return { ...plan, pov_character: hero }
}

interface Scope {
  position: StoryPosition
  memory: StoryMemory
  hero: string
  name: string
}

const planners: Record<Beat, (scope: Scope) => StoryPlan> = {
  discovery: ({ position: { arc, previousArc }, memory, hero, name }) => ({
    rationale: `A new question is due. ${name} should come upon it by chance, and want to know more for a reason of their own.`,
    scene_intention: `${name} finds ${withArticle(arc.thing)} ${arc.mark} that bears the name of ${arc.absent}, and keeps it.`,
    target_location:
      (previousArc && find(memory, previousArc.meeting.name)) ??
      memory.characters[hero]?.current_state.location ??
      null,
    actions: [
      search(`${arc.absent} ${arc.thing}`, 'Whether the story knows the name or the thing already'),
      { tool: 'relationship.query', args: { character_id: hero }, reason: 'Whom the find might matter to' },
    ],
    expected_outcomes: [
      `The question of what became of ${arc.absent} is raised`,
      `${name} tells a first lie about the find`,
    ],
  }),
  bargain: ({ position: { arc }, memory, hero, name }) => ({
    rationale: `${name} needs somebody who knew ${arc.absent}, and knowledge should have a price.`,
    scene_intention: `${name} learns from ${withArticle(arc.helperRole)} where to look, and promises something in return.`,
    target_location: null,
    actions: [
      newPlace(memory, arc.meeting, 'A place where somebody can be asked'),
      newPerson(arc.helperRole, {
        description: `Knew ${arc.absent}, and kept silent.`,
        traits: ['guarded', 'loyal', 'dry'],
        goals: ['be rid of an old guilt'],
        reason: 'Somebody who knows half of it',
      }),
      {
        tool: 'relationship.create',
        args: {
          character_a: hero,
          character_b: arc.helperRole,
          relationship_type: 'uneasy alliance',
          status: 'wary',
          intensity: 4,
          perspective_a: 'knows more than is said',
          perspective_b: 'might be the one who finally asks',
        },
        reason: 'They need each other and do not trust each other',
      },
    ],
    expected_outcomes: [`${arc.absent} becomes a person instead of a rumour`, `${name} owes a promise`],
  }),
  search: ({ position: { arc, helper }, memory, hero, name }) => ({
    rationale: `${name} should find what contradicts the common story, and be seen finding it.`,
    scene_intention: `${name} searches ${arc.search.name}, finds a proof, and is seen by ${withArticle(arc.rivalRole)} with something to lose.`,
    target_location: null,
    actions: [
      search(
        `${helper?.name ?? arc.helperRole} promise ${arc.absent}`,
        'What was promised, and what was said about the place',
      ),
      newPlace(memory, arc.search, `Where ${arc.absent} hid something`),
      newPerson(arc.rivalRole, {
        description: `Profits from what is told about ${arc.absent}.`,
        traits: ['polite', 'patient', 'afraid'],
        goals: ['keep the matter settled'],
        reason: 'Somebody must want it to stay hidden',
      }),
      {
        tool: 'relationship.create',
        args: {
          character_a: hero,
          character_b: arc.rivalRole,
          relationship_type: 'adversaries',
          status: 'watchful',
          intensity: 6,
          perspective_a: 'smiles too well',
          perspective_b: 'has found something, and must not understand it',
        },
        reason: 'They meet over the proof',
      },
    ],
    expected_outcomes: ['A proof is found', `${capitalize(withArticle(arc.rivalRole))} knows about the ${arc.thing}`],
  }),
  confrontation: ({ position: { arc, rival, meeting }, hero, name, memory }) => ({
    rationale: `The threat should come to the door, and ${name} should pay for somebody else's sake.`,
    scene_intention: `${name} keeps the promise, and has to give up the ${arc.thing} to ${rival?.name ?? `the ${arc.rivalRole}`}.`,
    target_location: meeting?.id ?? null,
    actions: [
      search(`${arc.thing} ${arc.absent}`, 'What the others know by now'),
      { tool: 'relationship.query', args: { character_id: hero }, reason: 'Where everybody stands' },
      ...change(memory, hero, rival?.id, {
        status: 'hostile',
        intensity: 8,
        event: `took the ${arc.thing} and left a threat`,
      }),
    ],
    expected_outcomes: ['The promise is kept', `The ${arc.thing} changes hands`],
  }),
  answer: ({ position: { arc, helper, rival, search: place }, hero, name, memory }) => ({
    rationale: `Everything is on the table; the question of ${arc.absent} can be answered, and the answer should cost something.`,
    scene_intention: `${name} works out what happened to ${arc.absent}, and says it where others can hear.`,
    target_location: place?.id ?? null,
    actions: [
      search(`${arc.absent} proof`, 'What the pieces are'),
      ...change(memory, hero, helper?.id, {
        status: 'trusted',
        intensity: 8,
        event: `stood by when the truth about ${arc.absent} was told`,
      }),
      ...change(memory, hero, rival?.id, { status: 'broken', intensity: 3, event: `lost the lie about ${arc.absent}` }),
    ],
    expected_outcomes: [`The truth about ${arc.absent} is known`, 'One silence fewer, and a larger question left'],
  }),
}

function search(query: string, reason: string): StoryAction {
  return { tool: 'memory.search', args: { query, limit: 3 }, reason }
}

function newPlace(
  memory: StoryMemory,
  idea: { name: string; description: string; atmosphere: string; features: readonly string[] },
  reason: string,
): StoryAction {
  const { description, atmosphere, features } = idea
  const args = { description, atmosphere, features: [...features] }
  // A name that somebody gave away by hand is left to the tool.
  return { tool: 'location.generate', args: find(memory, idea.name) ? args : { name: idea.name, ...args }, reason }
}

function newPerson(
  role: string,
  { reason, ...about }: { description: string; traits: string[]; goals: string[]; reason: string },
): StoryAction {
  return { tool: 'character.generate', args: { role, ...about }, reason }
}

function change(
  memory: StoryMemory,
  a: string,
  b: string | undefined,
  { event, ...more }: { status: string; intensity: number; event: string },
): StoryAction[] {
  const known = Object.values(memory.relationships).some(
    ({ character_a, character_b }) =>
      [character_a, character_b].includes(a) && b !== undefined && [character_a, character_b].includes(b),
  )
  if (!known || b === undefined) return []
  return [
    {
      tool: 'relationship.update',
      args: { character_a: a, character_b: b, event, ...more },
      reason: `Because somebody ${event}`,
    },
  ]
}

function find(memory: StoryMemory, name: string): string | undefined {
  return Object.values(memory.locations).findLast((place) => place.name.toLowerCase() === name.toLowerCase())?.id
}
