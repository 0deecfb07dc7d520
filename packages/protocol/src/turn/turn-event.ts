import Type from 'typebox'
import { Choice } from '../event/choices.ts'
import { AnyObject, type JsonObject } from '../json.ts'
import { Plan } from '../plan/plan.ts'
import { ExecutionResult, FailureReason } from '../result/result.ts'
import { ExecutionEvent } from './execution-event.ts'

/** One generation of a turn's plan and what came of it (FR-026). */
export const TurnAttempt = Type.Object({
  attempt: Type.Integer({ minimum: 1 }),
  planner: Type.String(),
  plan: Type.Optional(Plan),
  result: Type.Optional(ExecutionResult),
  earlierResults: Type.Optional(
    Type.Array(ExecutionResult, { description: 'Executions of the same plan before the one in `result`, in order.' }),
  ),
  failureReason: Type.Optional(FailureReason),
  error: Type.Optional(Type.String()),
  disabledSkills: Type.Array(Type.String(), { description: 'Skills that this plan was not to use.' }),
})
export type TurnAttempt = Omit<Type.Static<typeof TurnAttempt>, 'result' | 'earlierResults' | 'failureReason'> & {
  result?: ExecutionResult
  earlierResults?: ExecutionResult[]
  failureReason?: FailureReason
}

/** What a turn came to. */
export const TurnResult = Type.Object({
  sessionId: Type.String(),
  turnId: Type.String(),
  seq: Type.Integer({ minimum: 0 }),
  parentId: Type.Union([Type.String(), Type.Null()]),
  prompt: Type.String(),
  status: Type.Enum(['stored', 'cancelled'], {
    description: 'Whether the turn is part of the story; a cancelled turn is not.',
  }),
  narrative: Type.String(),
  choices: Type.Array(Choice),
  plan: Type.Union([Plan, Type.Null()], { description: 'The last plan.' }),
  execution: Type.Union([ExecutionResult, Type.Null()], { description: 'The result of the last plan.' }),
  state: AnyObject,
  attempts: Type.Array(TurnAttempt),
  fallback: Type.Boolean({ description: 'True when no plan succeeded and templates answered (FR-025).' }),
})
export type TurnResult = Omit<Type.Static<typeof TurnResult>, 'execution' | 'attempts' | 'plan'> & {
  plan: Plan | null
  execution: ExecutionResult | null
  attempts: TurnAttempt[]
}

/** A turn has begun. */
export const TurnStarted = Type.Object({
  type: Type.Literal('turn_started'),
  sessionId: Type.String(),
  turnId: Type.String(),
  seq: Type.Integer(),
  prompt: Type.String(),
})
/** A planner answered with a plan. */
export const PlanMade = Type.Object({
  type: Type.Literal('plan'),
  plan: Plan,
  attempt: Type.Integer({ minimum: 1 }),
  planner: Type.String(),
})
/** A successful tool changed the state. */
export const StateChanged = Type.Object({
  type: Type.Literal('state'),
  patch: Type.Unsafe<JsonObject>({ type: 'object', description: 'A merge patch to the state shown so far.' }),
  toolId: Type.Optional(Type.String()),
})
/** Prose for the player. */
export const Narration = Type.Object({
  type: Type.Literal('narration'),
  text: Type.String(),
  append: Type.Boolean({ description: 'True continues the paragraph before; false starts one.' }),
  replace: Type.Optional(
    Type.Boolean({ description: 'True: the text takes the place of all narration of the turn so far.' }),
  ),
})
/** Ways on that the player may choose. */
export const ChoicesOffered = Type.Object({ type: Type.Literal('choices'), choices: Type.Array(Choice) })
/** What was shown since the last plan is withdrawn, and another plan follows (FR-022). */
export const Replan = Type.Object({
  type: Type.Literal('replan'),
  attempt: Type.Integer({ minimum: 2, description: 'The generation to come.' }),
  reason: FailureReason,
  message: Type.String(),
  disabledSkills: Type.Array(Type.String()),
})
/** Something is wrong that fails nothing. */
export const TurnWarning = Type.Object({ type: Type.Literal('warning'), code: Type.String(), message: Type.String() })
/** The turn is over, and stored unless it was broken off; the last event of every turn. */
export const TurnFinished = Type.Object({ type: Type.Literal('turn_finished'), result: TurnResult })

/**
 * Everything that a turn shows a host, in order. A `replan` withdraws the narration, choices and state shown since the
 * last plan. Events of the executor come through as they are ({@link ExecutionEvent}).
 */
export const TurnEvent = Type.Union([
  TurnStarted,
  PlanMade,
  StateChanged,
  Narration,
  ChoicesOffered,
  Replan,
  TurnWarning,
  TurnFinished,
  ExecutionEvent,
])
export type TurnEvent =
  | Type.Static<typeof TurnStarted>
  | Type.Static<typeof PlanMade>
  | Type.Static<typeof StateChanged>
  | Type.Static<typeof Narration>
  | Type.Static<typeof ChoicesOffered>
  | (Omit<Type.Static<typeof Replan>, 'reason'> & { reason: FailureReason })
  | Type.Static<typeof TurnWarning>
  | (Omit<Type.Static<typeof TurnFinished>, 'result'> & { result: TurnResult })
  | ExecutionEvent
