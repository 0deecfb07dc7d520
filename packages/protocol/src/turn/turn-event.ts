import Type from 'typebox'
import { Choice } from '../event/choices.ts'
import { AnyObject, type JsonObject } from '../json.ts'
import { Plan } from '../plan/plan.ts'
import { ExecutionResult, FailureReason } from '../result/result.ts'
import { ExecutionEvent } from './execution-event.ts'

/** One plan of a turn and its result. */
export const TurnAttempt = Type.Object({
  attempt: Type.Integer({ minimum: 1 }),
  planner: Type.String(),
  plan: Type.Optional(Plan),
  result: Type.Optional(ExecutionResult),
  earlierResults: Type.Optional(
    Type.Array(ExecutionResult, { description: 'Earlier executions of the same plan, in order.' }),
  ),
  failureReason: Type.Optional(FailureReason),
  error: Type.Optional(Type.String()),
  disabledSkills: Type.Array(Type.String(), { description: 'Skills that this plan must not use.' }),
})
export type TurnAttempt = Omit<Type.Static<typeof TurnAttempt>, 'result' | 'earlierResults' | 'failureReason'> & {
  result?: ExecutionResult
  earlierResults?: ExecutionResult[]
  failureReason?: FailureReason
}

/** The result of a turn. */
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
  fallback: Type.Boolean({ description: 'True if no plan succeeded and the narrative is from a template.' }),
})
export type TurnResult = Omit<Type.Static<typeof TurnResult>, 'execution' | 'attempts' | 'plan'> & {
  plan: Plan | null
  execution: ExecutionResult | null
  attempts: TurnAttempt[]
}

/** A turn has started. */
export const TurnStarted = Type.Object({
  type: Type.Literal('turn_started'),
  sessionId: Type.String(),
  turnId: Type.String(),
  seq: Type.Integer(),
  prompt: Type.String(),
})
/** A planner returned a plan. */
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
/** Narration for the player. */
export const Narration = Type.Object({
  type: Type.Literal('narration'),
  text: Type.String(),
  append: Type.Boolean({ description: 'True continues the previous paragraph, false starts a new one.' }),
  replace: Type.Optional(Type.Boolean({ description: 'True: the text replaces all narration of the turn so far.' })),
})
/** Choices for the player. */
export const ChoicesOffered = Type.Object({ type: Type.Literal('choices'), choices: Type.Array(Choice) })
/** Another plan follows. Everything shown since the last plan is withdrawn. */
export const Replan = Type.Object({
  type: Type.Literal('replan'),
  attempt: Type.Integer({ minimum: 2, description: 'The number of the next plan.' }),
  reason: FailureReason,
  message: Type.String(),
  disabledSkills: Type.Array(Type.String()),
})
/** A problem that does not fail the turn. */
export const TurnWarning = Type.Object({ type: Type.Literal('warning'), code: Type.String(), message: Type.String() })
/** A language model answered. */
export const ModelUsed = Type.Object({
  type: Type.Literal('model_used'),
  role: Type.String({ description: 'What the answer was for: planner, narrator or writer.' }),
  model: Type.String(),
  promptTokens: Type.Optional(Type.Integer({ minimum: 0 })),
  completionTokens: Type.Optional(Type.Integer({ minimum: 0 })),
})
/** The turn has ended: the last event of every turn. */
export const TurnFinished = Type.Object({ type: Type.Literal('turn_finished'), result: TurnResult })

/**
 * An event of a turn. A `replan` withdraws the narration, choices and state since the last plan. Events of the executor are passed
 * on unchanged ({@link ExecutionEvent}).
 */
export const TurnEvent = Type.Union([
  TurnStarted,
  PlanMade,
  StateChanged,
  Narration,
  ChoicesOffered,
  Replan,
  TurnWarning,
  ModelUsed,
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
  | Type.Static<typeof ModelUsed>
  | (Omit<Type.Static<typeof TurnFinished>, 'result'> & { result: TurnResult })
  | ExecutionEvent
