import { findByIdOrName } from '../memory/find-entity.ts'
import { StoryError } from '../errors.ts'
import type { ContextSources, StoryContext } from '../context/build-context.ts'
import type { ModelAnswer } from '../model/ask-for.ts'
import type { CallJournal } from '../model/call-journal.ts'
import type { StoryExecution } from '../plan/executed-action.ts'
import type { StoryPlan } from '../plan/story-plan.ts'
import { checkDraft } from '../writer/check-draft.ts'
import type { SceneDraft, SceneWriter, WriteRequest } from '../writer/scene-writer.ts'
import { readEarlier } from './read-earlier.ts'
import type { readStagedMemory } from './staged-memory.ts'
import { withTimeout } from './with-timeout.ts'

/** What a scene is written from. */
interface SceneToWrite {
  attempt: { tick: number; answers: ModelAnswer[] }
  plan: StoryPlan
  execution: StoryExecution
  staged: ReturnType<typeof readStagedMemory>
  context: StoryContext
  sources: ContextSources
  journal: CallJournal
  signal: AbortSignal | undefined
}

/**
 * Writes the scene of a plan that was run.
 *
 * @throws {StoryError} `invalid_project`, `invalid_answer`, or the error of the writer
 */
export async function writeScene(
  { folder, writer, writingTimeoutMs }: { folder: string; writer: SceneWriter; writingTimeoutMs?: number | undefined },
  { attempt, plan, execution, staged, context, sources, journal, signal }: SceneToWrite,
): Promise<{ request: WriteRequest; draft: SceneDraft }> {
  const { state, config, memory, outline } = sources
  const pov = findByIdOrName(staged.memory.characters, plan.pov_character ?? state.active_character)
  if (!pov)
    throw new StoryError(
      'invalid_project',
      `state.json: the active_character "${state.active_character}" does not exist`,
    )
  const earlier = readEarlier(folder, memory)
  const request: WriteRequest = {
    tick: attempt.tick,
    state,
    config,
    plan,
    actions: execution.actions_executed,
    before: memory,
    memory: staged.memory,
    changes: staged.changes,
    outline,
    context,
    journal,
    earlier,
    pov,
    location: placeOf(plan, staged.memory, { before: memory, current: pov.current_state.location }),
    previousProse: earlier.at(-1) ?? '',
    answers: attempt.answers,
  }
  const draft = await withTimeout(`the writer "${writer.name}"`, { signal, timeoutMs: writingTimeoutMs }, (options) =>
    writer.write(request, options),
  )
  const faults = checkDraft(draft, staged.memory)
  if (faults.length > 0)
    throw new StoryError('invalid_answer', `the scene is not valid: ${faults.join('; ')}`, { issues: faults })
  return { request, draft }
}

/** The location of the scene: the one that the plan names, or the one that it created, or the character's current one. */
function placeOf(
  plan: StoryPlan,
  memory: ContextSources['memory'],
  known: { before: ContextSources['memory']; current?: string },
) {
  const named = plan.target_location ? findByIdOrName(memory.locations, plan.target_location) : undefined
  const made = Object.values(memory.locations).find(({ id }) => !known.before.locations[id])
  return named ?? made ?? (known.current === undefined ? undefined : memory.locations[known.current])
}
