import { randomUUID } from 'node:crypto'
import type { Plan } from '@narratoria/protocol'
import type { Planner, PlanRequest } from '@narratoria/planner'
import { type SceneTool, say, scenes } from './scenes.ts'

/**
 * Plans the scene of a prompt; `flood N R [B]` emits N events at R a second, each longer by B bytes;
 * `narrate N until FILE` narrates N paragraphs and ends when the file exists. A tool that must fail in every plan is
 * planned again in the same way, so that no plan succeeds.
 */
export class ScenePlanner implements Planner {
  readonly name = 'scenes'

  async plan({ prompt, skills, disabledSkills, attempt, parentPlanId }: PlanRequest): Promise<Plan> {
    const script = skills.find(({ name }) => name === 'actor')?.scripts[0]
    const stubborn = prompt === 'fail whatever is planned'
    const usable = script && (stubborn || !disabledSkills.includes('actor'))
    return {
      requestId: randomUUID(),
      narrative: usable ? '' : 'The actor is not available.',
      parallel: true,
      tools: usable ? sceneOf(prompt).map((tool) => invocation(tool, script.path)) : [],
      disabledSkills: [...disabledSkills],
      metadata: { generationAttempt: attempt, parentPlanId, planner: this.name },
    }
  }
}

function sceneOf(prompt: string): SceneTool[] {
  const [, count, perSecond, bytes = '0'] = /^flood (\d+) (\d+)(?: (\d+))?$/.exec(prompt) ?? []
  if (count && perSecond)
    return [
      {
        toolId: 'flood',
        steps: [{ flood: { count: Number(count), perSecond: Number(perSecond), bytes: Number(bytes) } }, say('Dry.')],
      },
    ]
  const [, paragraphs, untilFile] = /^narrate (\d+) until (.+)$/.exec(prompt) ?? []
  if (paragraphs && untilFile) return [{ toolId: 'teller', steps: [{ narrate: Number(paragraphs) }, { untilFile }] }]
  return scenes[prompt] ?? [{ toolId: 'echo', steps: [patch(prompt), say(`You said: ${prompt}`)] }]
}

function patch(prompt: string) {
  return { event: { type: 'state_patch', patch: { said: prompt } } }
}

function invocation({ steps, summary, ...tool }: SceneTool, toolPath: string): Plan['tools'][number] {
  return {
    retryPolicy: { maxRetries: 0, backoffMs: 10 },
    ...tool,
    toolPath,
    input: { steps, ...(summary !== undefined && { summary }) },
  }
}
