import type { JsonObject } from '@narratoria/protocol'
import type { WriteRequest } from './scene-writer.ts'
import { clip } from '../context/tokens.ts'

/** What a model has to say about a draft. */
export const critiqueSchema = {
  type: 'object',
  required: ['verdict', 'problems'],
  properties: {
    verdict: { enum: ['accept', 'revise'] },
    problems: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 240 }, maxItems: 6 },
  },
} as JsonObject

export function checkCritique({ verdict, problems }: JsonObject): string[] {
  if (verdict !== 'accept' && verdict !== 'revise') return ['/verdict must be "accept" or "revise"']
  if (!Array.isArray(problems) || problems.some((each) => typeof each !== 'string'))
    return ['/problems must be a list of texts']
  return verdict === 'revise' && problems.length === 0 ? ['/problems must say what to revise'] : []
}

/** The prompt for a critique of a draft against the outline and the world. `found` are the problems that the checks have found. */
export function fillCritiquePrompt(request: WriteRequest, prose: string, found: readonly string[]): string {
  return `You are the editor of the novel "${request.state.novel_name}". Judge the draft of one scene.

The outline says of it:
${clip(request.context.outline_beat ?? request.plan.scene_intention, 400)}

The world before the scene:
${clip(request.context.world_state ?? '', 500)}

Style: ${styleLine(request)}

${found.length === 0 ? 'The automatic checks found nothing.' : `The automatic checks found:\n${found.map((each) => `- ${each}`).join('\n')}`}

The draft:
${clip(prose, 2_500)}

Does it narrate what the outline says, does it contradict the world or itself, does it name people and things of the premise in its action? Respond with one JSON object and nothing else:
{ "verdict": "accept or revise", "problems": ["What must be changed, in one sentence each"] }`
}

/** The style sheet in one line. */
export function styleLine({ config, state }: Pick<WriteRequest, 'config' | 'state'>): string {
  const { tense = 'past', person = 'third', tone = state.tone, avoid = [] } = config.style ?? {}
  return `${tense} tense, ${person} person, tone: ${tone}.${avoid.length > 0 ? ` Never use: ${avoid.join(', ')}.` : ''}`
}
