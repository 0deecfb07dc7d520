import phrases from './content/phrases.json' with { type: 'json' }
import type { WriteRequest } from '../writer/scene-writer.ts'
import { fill } from './template.ts'
import { takeTurn } from './seeded.ts'
import type { StoryPosition } from './story-position.ts'

/** In the later scenes of the first arc: a paragraph in which the narrator investigates the premise. */
export function firstQuestion(
  { arc, beat, loops, seed }: StoryPosition,
  { state }: WriteRequest,
  slots: Readonly<Record<string, string>>,
): string[] {
  if (arc.number > 0 || !loops.premise || beat === 'discovery') return []
  const ways = phrases.firstQuestionSteps[beat]
  const novel = `${seed}/${state.novel_name}/${state.genre}/${state.premise}/first-question`
  return [fill(takeTurn(ways, `${novel}/${beat}`, 0), slots, () => 0)]
}
