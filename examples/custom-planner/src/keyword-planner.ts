import { randomUUID } from 'node:crypto'
import { availableScripts, type CatalogueEntry, type Planner, type PlanRequest } from '@narratoria/planner'
import { listIssues, type JsonObject, type Plan, type ToolInvocation } from '@narratoria/protocol'

/**
 * A planner that chooses the skills whose names occur in the player's words, and adds the narration. A host would use its own
 * model or rules instead.
 */
export class KeywordPlanner implements Planner {
  readonly name = 'keyword'

  async plan(request: PlanRequest, { signal }: { signal?: AbortSignal } = {}): Promise<Plan> {
    signal?.throwIfAborted()
    const scripts = availableScripts(request).filter((entry) => acceptsPrompt(entry, request.prompt))
    const acts = scripts.filter(({ skill, script }) => script.stage === 'act' && mentions(request.prompt, skill.name))
    const narration = scripts.find(({ script }) => script.stage === 'narrate')
    const tools = acts.map((entry) => invoke(entry, request.prompt, []))
    if (narration) {
      const dependencies = tools.map(({ toolId }) => toolId)
      tools.push(invoke(narration, request.prompt, dependencies))
    }
    return {
      requestId: randomUUID(),
      ...(tools.length === 0 && { narrative: 'Nothing happens.' }),
      tools,
      disabledSkills: [...request.disabledSkills],
      metadata: { planner: this.name, generationAttempt: request.attempt, parentPlanId: request.parentPlanId },
    }
  }
}

/** Whether any word of a skill's name, such as `torch` of `torch-lighter`, is among the player's words. */
function mentions(prompt: string, skillName: string): boolean {
  const words = new Set(prompt.toLowerCase().match(/\p{L}+/gu))
  return skillName.split('-').some((part) => words.has(part))
}

/** By convention the property `prompt` is the player's words. Other properties are left empty. */
function inputOf({ script }: CatalogueEntry, prompt: string): JsonObject {
  const properties = script.inputSchema?.properties
  return typeof properties === 'object' && properties !== null && 'prompt' in properties ? { prompt } : {}
}

function acceptsPrompt(entry: CatalogueEntry, prompt: string): boolean {
  const schema = entry.script.inputSchema
  return schema === undefined || listIssues(schema, inputOf(entry, prompt)).length === 0
}

function invoke(entry: CatalogueEntry, prompt: string, dependencies: string[]): ToolInvocation {
  const { skill, script } = entry
  return {
    toolId: `${skill.name}/${script.name}`,
    toolPath: script.path,
    input: inputOf(entry, prompt),
    dependencies,
    required: !script.optional,
    ...(skill.retryPolicy && { retryPolicy: skill.retryPolicy }),
  }
}
