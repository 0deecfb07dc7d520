import { novelContent } from '@narratoria/content/novels'
import { slotsOf, fill } from '../imagine/fill.ts'
import type { StoryMemory } from '../memory/entities.ts'
import { type Beat, nextBeat, type Outline, partOf } from '../outline/outline.ts'
import type { StoryAction, StoryPlan } from '../plan/story-plan.ts'
import type { StoryPlanner, StoryPlanRequest } from '../planner/story-planner.ts'
import { StoryError } from '../errors.ts'
import { availableIn, unmetNeeds } from '../world/needs.ts'
import { related } from './compose-scene.ts'

/** Plans without a model: the next beat of the outline. */
export class StubStoryPlanner implements StoryPlanner {
  readonly name = 'stub'

  async plan({ outline, memory, state }: StoryPlanRequest): Promise<StoryPlan> {
    const beat = nextBeat(outline, memory)
    if (!beat) throw new StoryError('invalid_plan', 'the outline has no further beat')
    return planBeat(beat, { outline, memory, hero: state.active_character })
  }
}

/** The plan of a beat: people who are dead or gone are left out. */
export function planBeat(
  beat: Beat,
  { outline, memory, hero }: { outline: Outline; memory: StoryMemory; hero: string },
): StoryPlan {
  const people = availableIn(memory, beat.people)
  const unmet = unmetNeeds(beat, { memory, outline })
  return {
    rationale:
      unmet.length === 0
        ? `It is the next beat of the outline, ${beat.id}.`
        : `It is the next beat of the outline, ${beat.id}, narrated without what is missing: ${unmet.join('; ')}.`,
    scene_intention: beat.purpose,
    pov_character: hero,
    target_location: beat.place,
    beat: beat.id,
    people,
    things: unmet.length === 0 ? beat.things : [],
    actions: actionsFor(beat, { people, outline, memory }),
    expected_outcomes: [outcomeOf(beat, { outline, memory })],
  }
}

function outcomeOf(beat: Beat, { outline, memory }: { outline: Outline; memory: StoryMemory }): string {
  const kind = novelContent.kinds[beat.kind]
  const plot = partOf(outline, beat.id)?.plot
  if (!kind || !plot) return beat.purpose
  const slots = slotsOf({ plot, other: beat.people[1], third: beat.people[2], place: beat.place ?? undefined }, memory)
  return fill(kind.summary, { ...slots, clue: plot.clues[0] ?? plot.secret })
}

/** A first meeting creates a relationship, a quarrel or a reconciliation changes it; otherwise the memory is searched. */
function actionsFor(
  beat: Beat,
  { people, outline, memory }: { people: readonly string[]; outline: Outline; memory: StoryMemory },
): StoryAction[] {
  const [hero, other] = people
  const search = {
    tool: 'memory.search',
    args: { query: partOf(outline, beat.id)?.plot?.focus ?? beat.purpose, limit: 3 },
    reason: 'What the story knows of it already',
  }
  if (hero === undefined || other === undefined || !memory.characters[other] || related(memory, hero, other))
    return [search]
  const role = memory.characters[other].role || 'acquaintance'
  return [
    {
      tool: 'relationship.create',
      args: {
        character_a: hero,
        character_b: other,
        relationship_type: role,
        status: 'wary',
        intensity: 4,
        perspective_a: 'may know more',
        perspective_b: 'asks too much',
      },
      reason: 'They meet for the first time',
    },
  ]
}
