import { Choice, ToolAttempt } from '@narratoria/protocol'
import Type from 'typebox'
import { AnyObject, AnyValue, time } from './schema-parts.ts'

const finalStates = ['completed', 'failed', 'skipped', 'timeout', 'cancelled'] as const

/** The status of a tool. */
export const ToolStatus = Type.Enum(['pending', 'waiting', 'running', 'retrying', ...finalStates])
export type ToolStatus = Type.Static<typeof ToolStatus>

/** One line of a tool's log. */
export const LogLine = Type.Object({
  number: Type.Integer({ description: 'Counts the lines of a tool from 1, including dropped ones.' }),
  at: time(),
  attempt: Type.Integer(),
  level: Type.Enum(['debug', 'info', 'warn', 'error']),
  message: Type.String(),
  fields: Type.Optional(AnyObject),
})
export type LogLine = Type.Static<typeof LogLine>

/** An `error` event of a tool, or the failure of an attempt. */
export const ToolErrorView = Type.Object({
  attempt: Type.Integer(),
  code: Type.String(),
  message: Type.String(),
  details: Type.Optional(AnyObject),
})
export type ToolErrorView = Type.Static<typeof ToolErrorView>

/** A `ui_event`. The page shows an unknown one, unlike `dice_roll`, as a placeholder. */
export const UiEventView = Type.Object({ toolId: Type.String(), event: Type.String(), payload: AnyValue })
export type UiEventView = Type.Static<typeof UiEventView>

/** A registered file with its URL. File paths are never sent. */
export const AssetView = Type.Object({
  url: Type.String({ description: 'Where the file is served.' }),
  assetId: Type.String(),
  toolId: Type.String(),
  kind: Type.String(),
  mediaType: Type.String(),
  fileName: Type.String({ description: "The file's name without its folder." }),
  sizeBytes: Type.Integer(),
  metadata: Type.Optional(AnyObject),
})
export type AssetView = Type.Static<typeof AssetView>

/** The last reported progress of a tool. */
export const ProgressView = Type.Object({
  value: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  label: Type.Optional(Type.String()),
})
export type ProgressView = Type.Static<typeof ProgressView>

/** The result of a tool, without its events, which were sent earlier. */
const outcome = {
  attempts: Type.Array(ToolAttempt),
  summary: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  errorCode: Type.Optional(Type.String()),
  stderr: Type.Optional(Type.String({ description: 'The end of standard error.' })),
  reused: Type.Optional(Type.Boolean({ description: 'True when a recorded result was used and nothing ran.' })),
}
export const FinishedTool = Type.Object({ status: ToolStatus, ...outcome })
export type FinishedTool = Type.Static<typeof FinishedTool>

/** One tool of a plan, with its status and output. */
export const ToolView = Type.Object({
  toolId: Type.String(),
  skill: Type.Optional(Type.String({ description: 'The skill of the tool, if it is known.' })),
  script: Type.String(),
  input: AnyObject,
  dependencies: Type.Array(Type.String()),
  required: Type.Boolean(),
  status: ToolStatus,
  waitsFor: Type.Array(Type.String(), { description: 'Unfinished dependencies while it waits.' }),
  attempt: Type.Integer({ description: '0 before the first attempt.' }),
  startedAt: Type.Optional(time()),
  endedAt: Type.Optional(time()),
  retryDelayMs: Type.Optional(Type.Number()),
  log: Type.Array(LogLine, { description: 'The newest lines.' }),
  droppedLines: Type.Integer({ description: 'The number of older lines that were dropped.' }),
  progress: Type.Optional(ProgressView),
  errors: Type.Array(ToolErrorView),
  ...outcome,
})
export type ToolView = Type.Static<typeof ToolView>

/** One generation of a turn's plan. */
export const PlanView = Type.Object({
  planId: Type.String(),
  attempt: Type.Integer({ minimum: 1 }),
  planner: Type.String(),
  parallel: Type.Boolean(),
  tools: Type.Array(ToolView),
  replan: Type.Optional(
    Type.Object(
      { reason: Type.String(), message: Type.String(), disabledSkills: Type.Array(Type.String()) },
      { description: 'Why another plan replaced it.' },
    ),
  ),
})
export type PlanView = Type.Static<typeof PlanView>

/** The view of a turn so far. Its size is bounded. */
export const TurnView = Type.Object({
  turnId: Type.String(),
  seq: Type.Integer(),
  prompt: Type.String(),
  phase: Type.Enum(['planning', 'running', 'finished', 'cancelled', 'failed']),
  plans: Type.Array(PlanView),
  paragraphs: Type.Array(Type.String(), {
    description: 'The newest paragraphs while the turn is played; all of them when it is finished.',
  }),
  earlier: Type.Optional(
    Type.Object(
      {
        paragraphs: Type.Integer({ minimum: 1 }),
        characters: Type.Integer({ description: 'In UTF-16 code units, including one for the end of each paragraph.' }),
      },
      { description: 'The amount of prose before the listed paragraphs.' },
    ),
  ),
  choices: Type.Array(Choice),
  assets: Type.Array(AssetView, {
    description: 'The newest assets while the turn is played; all of them when it is stored.',
  }),
  uiEvents: Type.Array(UiEventView),
  patches: Type.Array(Type.Object({ toolId: Type.Optional(Type.String()), patch: AnyObject }), {
    description: 'Merge patches to the state before the turn, in order.',
  }),
  tokens: Type.Array(Type.Object({ role: Type.String(), prompt: Type.Integer(), completion: Type.Integer() }), {
    description: 'Tokens of the answers of language models, by role.',
  }),
  warnings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
  fallback: Type.Boolean(),
  error: Type.Optional(Type.String({ description: 'Why the turn could not be played.' })),
})
export type TurnView = Type.Static<typeof TurnView>
