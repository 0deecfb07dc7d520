import type { StoryMemory } from '../memory/entities.ts'
import type { StoryAction, StoryPlan } from '../plan/story-plan.ts'
import type { StoryPlanner, StoryPlanRequest } from '../planner/story-planner.ts'
import type { StoryState } from '../project/state.ts'
import { arcKinds, type Beat } from './arc-kind.ts'
import type { PlaceIdea } from './lexicon.ts'
import { slotsOf } from './slots.ts'
import { placeNamed, placeOf, readPosition, type StoryPosition } from './story-position.ts'
import { capitalize, fill } from './template.ts'

/**
 * Plans without a model, in arcs of five scenes. Each arc raises, develops and closes its own loops, and every fourth one answers
 * the premise. The plan depends only on the project.
 */
export class StubStoryPlanner implements StoryPlanner {
  readonly name = 'stub'

  async plan({ state, config, memory }: StoryPlanRequest): Promise<StoryPlan> {
    return planBeat(readPosition(state, config, memory), memory, state)
  }
}

/** The plan of the current beat. */
export function planBeat(position: StoryPosition, memory: StoryMemory, state: StoryState): StoryPlan {
  const hero = state.active_character
  const pov = memory.characters[hero]
  const slots = pov ? slotsOf(position, { state, memory, pov, location: undefined }) : {}
  const texts = arcKinds[position.arc.kind].texts[position.beat]
  const write = (text: string) => fill(text, slots, () => 0)
  const scope: Scope = { position, memory, hero, slots }
  return {
    rationale: pov
      ? `${write(texts.rationale)}${aboutPremise(position)} The tone stays ${state.tone}.`
      : `${hero} is not in memory.`,
    scene_intention: pov ? write(texts.intention) : 'Nothing can happen.',
    pov_character: hero,
    target_location: placeOfBeat(scope),
    actions: pov ? actionsOf[position.beat](scope) : [],
    expected_outcomes: pov ? texts.outcomes.map(write) : [],
  }
}

/** In the first arc every scene is about the premise. */
function aboutPremise({ arc, loops }: StoryPosition): string {
  return arc.number === 0 && loops.premise
    ? ` It should take up what all of it is about: “${loops.premise.description}”`
    : ''
}

interface Scope {
  position: StoryPosition
  memory: StoryMemory
  hero: string
  slots: Readonly<Record<string, string>>
}

/** The location of the scene. Null if the plan creates it. */
function placeOfBeat({ position, memory, hero }: Scope): string | null {
  const { beat, arc, haunt, meeting, search } = position
  const here = placeOf(memory.characters[hero], memory)?.id ?? null
  if (beat === 'discovery') return (arc.kind === 'vanishing' ? haunt?.id : undefined) ?? here
  if (beat === 'bargain') return arc.kind === 'beginning' ? (meeting?.id ?? here) : null
  if (beat === 'confrontation') return meeting?.id ?? here
  return beat === 'search' ? null : (search?.id ?? here)
}

const actionsOf: Record<Beat, (scope: Scope) => StoryAction[]> = {
  discovery: ({ position: { arc, absent }, slots, hero }) => [
    look(`${slots.thing} ${absent?.name ?? arc.absentRole}`, 'Whether the story knows of it already'),
    { tool: 'relationship.query', args: { character_id: hero }, reason: 'Whom it might matter to' },
    ...(absent
      ? []
      : [
          person(arc.absentRole, {
            description: 'Spoken of in one sentence only, and that one is not true.',
            traits: ['remembered wrongly'],
            goals: [],
            reason: 'Whose story it is',
          }),
        ]),
  ],
  bargain: ({ position: { arc, absent, helper }, memory, hero, slots }) =>
    helper && arc.kind === 'beginning'
      ? [
          look(`${helper.name} ${absent?.name ?? ''}`, 'What a friend may know'),
          ...change(memory, [hero, helper.id], {
            status: 'trusted',
            intensity: 9,
            event: `came back to ${helper.name} with the first question of all`,
          }),
        ]
      : [
          look(`${slots.W} ${arc.helperRole}`, 'What is known so far'),
          newPlace(memory, arc.meeting, 'A place where somebody can be asked'),
          ...(helper
            ? []
            : [
                person(arc.helperRole, {
                  description: `${capitalize(slots.aHrole!)} who knows something of ${slots.W}, and kept silent.`,
                  traits: ['guarded', 'loyal', 'dry'],
                  goals: ['be rid of an old guilt'],
                  reason: 'Somebody who knows half of it',
                }),
              ]),
          ...meet(memory, [hero, helper?.id ?? arc.helperRole], {
            relationship_type: 'uneasy alliance',
            status: 'wary',
            intensity: 4,
            perspective_a: 'knows more than is said',
            perspective_b: 'might be the one who finally asks',
            reason: 'They need each other and do not trust each other',
          }),
        ],
  search: ({ position: { arc, rival }, memory, hero, slots }) => [
    look(`${slots.H} promise ${slots.W}`, 'What was promised, and what was said about the place'),
    newPlace(memory, arc.search, 'Where something is hidden'),
    ...(rival
      ? []
      : [
          person(arc.rivalRole, {
            description: `${capitalize(slots.aRrole!)} who profits from what is told about ${slots.W}.`,
            traits: ['polite', 'patient', 'afraid'],
            goals: ['keep the matter settled'],
            reason: 'Somebody must want it to stay hidden',
          }),
        ]),
    ...meet(memory, [hero, rival?.id ?? arc.rivalRole], {
      relationship_type: 'adversaries',
      status: 'watchful',
      intensity: 6,
      perspective_a: 'smiles too well',
      perspective_b: 'has found something, and must not understand it',
      reason: 'They meet over the proof',
    }),
  ],
  confrontation: ({ position: { rival }, memory, hero, slots }) => [
    look(`${slots.thing} ${slots.W}`, 'What the others know by now'),
    { tool: 'relationship.query', args: { character_id: hero }, reason: 'Where everybody stands' },
    ...change(memory, [hero, rival?.id], {
      status: 'hostile',
      intensity: 8,
      event: `took ${slots.thing} and left a threat`,
    }),
  ],
  answer: ({ position: { helper, rival }, memory, hero, slots }) => [
    look(`${slots.W} proof`, 'What the pieces are'),
    ...change(memory, [hero, helper?.id], {
      status: 'trusted',
      intensity: 8,
      event: `stood by when the truth about ${slots.W} was told`,
    }),
    ...change(memory, [hero, rival?.id], { status: 'broken', intensity: 3, event: `lost the lie about ${slots.W}` }),
  ],
}

function look(query: string, reason: string): StoryAction {
  return { tool: 'memory.search', args: { query: query.trim(), limit: 3 }, reason }
}

function newPlace(memory: StoryMemory, { name, ...about }: PlaceIdea, reason: string): StoryAction {
  const args = { ...about, features: [...about.features] }
  // If the name is already used, the tool chooses one.
  return { tool: 'location.generate', args: placeNamed(name, memory) ? args : { name, ...args }, reason }
}

function person(
  role: string,
  { reason, ...about }: { description: string; traits: string[]; goals: string[]; reason: string },
): StoryAction {
  return { tool: 'character.generate', args: { role, ...about }, reason }
}

interface Meeting {
  relationship_type: string
  status: string
  intensity: number
  perspective_a: string
  perspective_b: string
  reason: string
}

/** Creates a relationship if there is none. */
function meet(memory: StoryMemory, [a, b]: [string, string], { reason, ...about }: Meeting): StoryAction[] {
  if (areRelated(memory, a, b)) return []
  return [{ tool: 'relationship.create', args: { character_a: a, character_b: b, ...about }, reason }]
}

/** Updates a relationship if there is one. */
function change(
  memory: StoryMemory,
  [a, b]: [string, string | undefined],
  { event, ...more }: { status: string; intensity: number; event: string },
): StoryAction[] {
  if (b === undefined || !areRelated(memory, a, b)) return []
  const args = { character_a: a, character_b: b, event, ...more }
  return [{ tool: 'relationship.update', args, reason: `Because somebody ${event}` }]
}

function areRelated(memory: StoryMemory, a: string, b: string): boolean {
  return Object.values(memory.relationships).some(({ character_a, character_b }) => {
    return [character_a, character_b].includes(a) && [character_a, character_b].includes(b)
  })
}
