import { openLoops } from '../memory/open-loops.ts'
import { clip } from '../context/tokens.ts'
import type { StoryMemory } from '../memory/entities.ts'
import { styleLine } from './critique.ts'
import type { WriteRequest } from './scene-writer.ts'

/** The prompt for a writing model: the plan, the results of its tools, and the end of the previous scene. */
export function fillWriterPrompt(
  request: WriteRequest,
  revision?: { draft: string; problems: readonly string[] },
): string {
  const { state, plan, actions, memory, pov, location, previousProse } = request
  const found = actions.map(({ tool, result }) => `- ${tool}: ${clip(JSON.stringify(result ?? {}), 400)}`)
  const loops = openLoops(memory)
    .slice(0, 20)
    .map(({ id, description }) => `- ${id}: ${clip(description, 80)}`)
  return `You write one scene of the novel "${state.novel_name}".
Genre: ${state.genre}. Tone: ${state.tone}. Premise: ${state.premise}

Style: ${styleLine(request)}

The outline says of this scene:
${clip(request.context.outline_beat ?? '', 400)}

The world before the scene; do not contradict it:
${clip(request.context.world_state ?? '', 500)}

Scene intention: ${plan.scene_intention}
Expected outcomes: ${(plan.expected_outcomes ?? []).join('; ')}
Point of view: ${pov.name} (${pov.id}), ${pov.role}. ${pov.description}
Place: ${location ? `${location.name} (${location.id}). ${location.description} ${location.atmosphere}` : 'free'}
People: ${peopleOf(memory)}

Open loops:
${loops.join('\n')}

What was looked up and made for this scene:
${found.join('\n')}
${narrated(request)}
How the scene before ended:
${clip(previousProse.slice(-2500), 800) || '(this is the first scene)'}

${lastWishes(request, revision)}Respond with one JSON object of this structure and nothing else:
{
  "title": "A short title",
  "prose": "The scene, paragraphs parted by an empty line",
  "summary": ["What happened, in one sentence", "one more detail that matters later"],
  "loops_raised": [{ "description": "A question the scene opens", "category": "mystery", "importance": "high|medium|low" }],
  "loops_developed": ["OL0"],
  "loops_closed": [{ "id": "OL1", "resolution": "How" }],
  "characters": ["${pov.id}"],
  "things": ["T0"],
  "changes": [{ "kind": "moves|dies|leaves|returns|learns", "id": "T0 or C1", "to": "C0 or L0, if it moves", "fact": "what is learnt, if someone learns", "cause": "the words of your prose that narrate it, word for word" }],
  "pov_emotional_state": "a word or two",
  "relationship_changes": [{ "character_a": "C0", "character_b": "C1", "status": "trusted", "event": "What changed it" }]
}`
}

function narrated({ changes = [], memory }: WriteRequest): string {
  if (changes.length === 0) return ''
  const lines = changes.map(({ kind, id, to, fact, cause }) => {
    const name = (memory.characters[id] ?? memory.things[id])?.name ?? id
    return `- ${name} (${id}) ${[kind, to ?? fact].filter(Boolean).join(' ')}, because: ${clip(cause, 80)}`
  })
  return `\nThe plan changes the world; the scene must narrate it:\n${lines.join('\n')}\n`
}

function lastWishes(
  { wish, current }: WriteRequest,
  revision: { draft: string; problems: readonly string[] } | undefined,
): string {
  const again =
    wish === undefined
      ? ''
      : `The scene exists and is written again. What is wished: ${wish}\n\nIts present text:\n${clip(current ?? '', 2_500)}\n\n`
  if (!revision) return again
  const problems = revision.problems.map((problem) => `- ${problem}`).join('\n')
  return `${again}Your draft:\n${clip(revision.draft, 2_500)}\n\nRevise it. What must be changed:\n${problems}\n\n`
}

function peopleOf(memory: StoryMemory): string {
  return Object.values(memory.characters)
    .slice(-15)
    .map(({ id, name, role }) => `${name} (${id}, ${role})`)
    .join('; ')
}
