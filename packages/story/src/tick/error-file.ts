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

/** The stages of a tick, in order. */
export type TickStage = 'context' | 'plan' | 'execute' | 'write' | 'commit'

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

/** The part of an error file that a retry reads. */
export const ErrorFile = Type.Object({
  tick: Type.Integer({ minimum: 1 }),
  attempt: Type.Integer({ minimum: 1 }),
  stage: Type.Optional(Type.String()),
  plan: Type.Unknown({ description: 'The answer of the planner, valid or not. Null if there was none.' }),
})
export type ErrorFile = Type.Static<typeof ErrorFile>

/** Writes `error_NNN.json` and `error_NNN.log`. Returns the path of the JSON file. */
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
  return `=== TICK ${failed.tick} EXECUTION ERROR (attempt ${failed.attempt}, stage: ${failed.stage}) ===

Error Type: ${error.type}
Error Message: ${error.message}

Traceback:
${error.traceback}

Plan:
${JSON.stringify(failed.plan ?? null, null, 2)}

Partial Execution Results (discarded):
${JSON.stringify(failed.execution, null, 2)}

${instructions(failed.tick)}
`
}

function instructions(tick: number): string {
  const number = numbered(tick)
  return [
    'This tick failed and changed nothing in the project. Review the error and the plan, then do one of these:',
    `1. Fix the cause (a missing character, wrong arguments, a full disk) and retry: narratoria story tick --retry ${tick}`,
    `2. Edit the plan and retry with it: save "plan" of this file as plan.json, then narratoria story tick --retry ${tick} --plan plan.json`,
    `3. Get a new plan: narratoria story tick`,
    `4. Skip this tick: set "current_tick" in state.json to ${tick} and run narratoria story tick`,
    `Earlier attempts are kept beside this file (error_${number}.json, error_${number}_2.json, …).`,
  ].join('\n')
}

export interface DescribedError {
  type: string
  code: string | null
  message: string
  traceback: string
}

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
