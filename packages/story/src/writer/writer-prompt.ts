import { openLoops } from '../memory/open-loops.ts'
import { clip } from '../context/tokens.ts'
import type { StoryMemory } from '../memory/entities.ts'
import type { WriteRequest } from './scene-writer.ts'

/** The prompt for a writing model: the plan, the results of its tools, and the end of the previous scene. */
export function fillWriterPrompt(request: WriteRequest): string {
  const { state, plan, actions, memory, pov, location, previousProse } = request
  const found = actions.map(({ tool, result }) => `- ${tool}: ${clip(JSON.stringify(result ?? {}), 400)}`)
  const loops = openLoops(memory)
    .slice(0, 20)
    .map(({ id, description }) => `- ${id}: ${clip(description, 80)}`)
  return `You write one scene of the novel "${state.novel_name}".
Genre: ${state.genre}. Tone: ${state.tone}. Premise: ${state.premise}

Scene intention: ${plan.scene_intention}
Expected outcomes: ${(plan.expected_outcomes ?? []).join('; ')}
Point of view: ${pov.name} (${pov.id}), ${pov.role}. ${pov.description}
Place: ${location ? `${location.name} (${location.id}). ${location.description} ${location.atmosphere}` : 'free'}
People: ${peopleOf(memory)}

Open loops:
${loops.join('\n')}

What was looked up and made for this scene:
${found.join('\n')}

How the scene before ended:
${clip(previousProse.slice(-2500), 800) || '(this is the first scene)'}

Respond with one JSON object of this structure and nothing else:
{
  "title": "A short title",
  "prose": "The scene, paragraphs parted by an empty line",
  "summary": ["What happened, in one sentence", "one more detail that matters later"],
  "loops_raised": [{ "description": "A question the scene opens", "category": "mystery", "importance": "high|medium|low" }],
  "loops_developed": ["OL0"],
  "loops_closed": [{ "id": "OL1", "resolution": "How" }],
  "characters": ["${pov.id}"],
  "pov_emotional_state": "a word or two",
  "relationship_changes": [{ "character_a": "C0", "character_b": "C1", "status": "trusted", "event": "What changed it" }]
}`
}

function peopleOf(memory: StoryMemory): string {
  return Object.values(memory.characters)
    .slice(-15)
    .map(({ id, name, role }) => `${name} (${id}, ${role})`)
    .join('; ')
}
