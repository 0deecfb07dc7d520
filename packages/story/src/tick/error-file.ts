import { NarratoriaError } from '@narratoria/protocol/errors'
import Type from 'typebox'
import type { Disk } from '../files/disk.ts'
import { replaceFile } from '../files/replace-file.ts'
import type { StoryContext } from '../context/build-context.ts'
import type { ModelAnswer } from '../model/ask-for.ts'
import { layout, numbered } from '../files/layout.ts'
import { jsonText } from '../files/read-json.ts'
import type { StoryExecution } from '../plan/executed-action.ts'
import { errorFileName } from '../project/failed-attempts.ts'

/** How far a tick came. */
export type TickStage = 'context' | 'plan' | 'execute' | 'write' | 'commit'

/** Everything about an attempt at a tick that failed (P3 §6.2, §12.1). */
export interface FailedAttempt {
  tick: number
  attempt: number
  stage: TickStage
  error: unknown
  plan: unknown
  planner: string
  execution: StoryExecution
  context: StoryContext | undefined
  answers: readonly ModelAnswer[]
}

/** What is read back of an error file for a retry. */
export const ErrorFile = Type.Object({
  tick: Type.Integer({ minimum: 1 }),
  attempt: Type.Integer({ minimum: 1 }),
  stage: Type.Optional(Type.String()),
  plan: Type.Unknown({ description: 'Whatever the planner answered with; null where it did not.' }),
})
export type ErrorFile = Type.Static<typeof ErrorFile>

/** Writes `error_NNN.json` and `.log`; no earlier attempt's files are touched. Gives the path of the JSON file. */
export function writeErrorFiles(folder: string, failed: FailedAttempt, disk: Disk): string {
  const name = `${layout.errors}/${errorFileName(failed.tick, failed.attempt)}`
  const error = describeError(failed.error)
  const { context } = failed
  const document = {
    tick: failed.tick,
    attempt: failed.attempt,
    timestamp: new Date().toISOString(),
    stage: failed.stage,
    error,
    plan: failed.plan ?? null,
    planner: failed.planner,
    execution: failed.execution,
    context_used: {
      active_character: context?.active_character_id ?? null,
      recent_scenes: context?.recent_scene_ids ?? [],
      open_loops_count: context?.open_loops_count ?? 0,
    },
    context: context ?? null,
    model_answers: failed.answers,
    instructions: instructions(failed.tick),
  }
  replaceFile(folder, `${name}.json`, jsonText(document), disk)
  replaceFile(folder, `${name}.log`, logText(failed, error), disk)
  return `${name}.json`
}

function logText(failed: FailedAttempt, error: DescribedError): string {
  return `=== TICK ${failed.tick} EXECUTION ERROR (attempt ${failed.attempt}, while it came to: ${failed.stage}) ===

Error Type: ${error.type}
Error Message: ${error.message}

Traceback:
${error.traceback}

Plan:
${JSON.stringify(failed.plan ?? null, null, 2)}

Partial Execution Results (none of it was kept):
${JSON.stringify(failed.execution, null, 2)}

${instructions(failed.tick)}
`
}

function instructions(tick: number): string {
  const number = numbered(tick)
  return [
    'This tick failed, and the project is as it was before it. Review the error and the plan, then either:',
    `1. Fix the underlying issue (a missing person, wrong arguments, a full disk) and retry: narratoria story tick --retry ${tick}`,
    `2. Edit the plan and retry with it: save "plan" of this file as plan.json, then narratoria story tick --retry ${tick} --plan plan.json`,
    `3. Have it planned anew: narratoria story tick`,
    `4. Skip this tick: set "current_tick" in state.json to ${tick} and run narratoria story tick`,
    `Earlier attempts are kept beside this file (error_${number}.json, error_${number}_2.json, …).`,
  ].join('\n')
}

/** An error as the files hold it. */
export interface DescribedError {
  type: string
  code: string | null
  message: string
  traceback: string
}

/** Describes any thrown value. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: 'unknown', code: null, message: String(error), traceback: '' }
  const system = (error as NodeJS.ErrnoException).code
  return {
    type: error.name,
    code: NarratoriaError.isInstance(error) ? error.code : (system ?? null),
    message: error.message,
    traceback: error.stack ?? '',
  }
}
