import type { JsonValue, ProtocolEvent } from '@narratoria/protocol'
import type { PlanView, ToolView, TurnView } from './turn-view.ts'
import type { TurnWireEvent } from './session-message.ts'

/** The limit of log lines per tool. The oldest are dropped. */
export const maxLogLines = 300
/** The limit of every other list of a view. It applies to paragraphs only while the turn is played. */
const maxEntries = 200

/** The events by which a tool's own view changes. */
type ToolWireEvent = Extract<TurnWireEvent, { planId: string }>

export function startTurnView({ turnId, seq, prompt }: { turnId: string; seq: number; prompt: string }): TurnView {
  return {
    turnId,
    seq,
    prompt,
    phase: 'planning',
    plans: [],
    paragraphs: [],
    choices: [],
    assets: [],
    uiEvents: [],
    patches: [],
    tokens: [],
    warnings: [],
    fallback: false,
  }
}

/** Returns the view after an event. Does not change its input, so that a renderer can compare references. */
export function applyTurnEvent(view: TurnView, event: TurnWireEvent): TurnView {
  switch (event.type) {
    case 'turn_started':
      return startTurnView(event)
    case 'plan':
      return { ...view, phase: 'running', plans: [...view.plans, event.plan] }
    case 'tool_waiting':
    case 'tool_started':
    case 'tool_event':
    case 'tool_retry':
    case 'tool_finished':
      return withUiEvent(withTool(view, event), event)
    case 'asset':
      return { ...view, assets: bounded([...view.assets, event.asset]) }
    case 'state':
      return { ...view, patches: bounded([...view.patches, { toolId: event.toolId, patch: event.patch }]) }
    case 'narration':
      return { ...view, ...narrate(view, event) }
    case 'choices':
      return { ...view, choices: event.choices }
    case 'model_used':
      return { ...view, tokens: withTokens(view.tokens, event) }
    case 'replan':
      return { ...withdraw(view), plans: markReplanned(view.plans, event) }
    case 'warning':
      return { ...view, warnings: bounded([...view.warnings, { code: event.code, message: event.message }]) }
    case 'turn_finished':
      return finish(view, event)
    case 'turn_failed':
      return { ...view, phase: 'failed', error: event.message, plans: stopTools(view.plans) }
  }
}

function withTokens(
  tokens: TurnView['tokens'],
  { role, promptTokens = 0, completionTokens = 0 }: Extract<TurnWireEvent, { type: 'model_used' }>,
): TurnView['tokens'] {
  const before = tokens.find((each) => each.role === role) ?? { role, prompt: 0, completion: 0 }
  const after = { role, prompt: before.prompt + promptTokens, completion: before.completion + completionTokens }
  return [...tokens.filter((each) => each.role !== role), after]
}

/** A `replan` removes the output of the previous plan. */
function withdraw(view: TurnView): TurnView {
  return { ...view, phase: 'planning', paragraphs: [], earlier: undefined, choices: [], patches: [], uiEvents: [] }
}

function markReplanned(plans: PlanView[], event: Extract<TurnWireEvent, { type: 'replan' }>): PlanView[] {
  const { reason, message, disabledSkills } = event
  return plans.map((plan, index) =>
    index === plans.length - 1 ? { ...plan, replan: { reason, message, disabledSkills } } : plan,
  )
}

function finish(view: TurnView, event: Extract<TurnWireEvent, { type: 'turn_finished' }>): TurnView {
  return {
    ...view,
    phase: event.status === 'cancelled' ? 'cancelled' : 'finished',
    ...(event.narrative !== '' && { paragraphs: paragraphsOf(event.narrative), earlier: undefined }),
    choices: event.choices,
    fallback: event.fallback,
    plans: stopTools(view.plans),
  }
}

/** Splits prose at its empty lines. */
export function paragraphsOf(narrative: string): string[] {
  return narrative.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
}

/** The reasons why plans of a turn were replaced, as texts for the player. */
export function failuresOf({ plans }: TurnView): string[] {
  return plans.flatMap(({ replan }) => (replan ? [replan.message] : []))
}

/** Tools that still run at the end of a turn were cancelled with it. */
function stopTools(plans: PlanView[]): PlanView[] {
  const over = new Set(['pending', 'waiting', 'running', 'retrying'])
  return plans.map((plan) => ({
    ...plan,
    tools: plan.tools.map((tool) => (over.has(tool.status) ? { ...tool, status: 'cancelled' as const } : tool)),
  }))
}

/** Keeps the newest paragraphs and counts the earlier ones. The narrative at the end of the turn has all of them. */
function narrate(
  { paragraphs, earlier }: TurnView,
  event: Extract<TurnWireEvent, { type: 'narration' }>,
): Pick<TurnView, 'paragraphs' | 'earlier'> {
  if (event.replace) return { paragraphs: [event.text], earlier: undefined }
  const last = paragraphs.at(-1)
  if (event.append && last !== undefined) return { paragraphs: [...paragraphs.slice(0, -1), `${last}${event.text}`] }
  const [oldest, ...rest] = paragraphs
  if (oldest === undefined || paragraphs.length < maxEntries) return { paragraphs: [...paragraphs, event.text] }
  const { paragraphs: count, characters } = earlier ?? { paragraphs: 0, characters: 0 }
  return {
    paragraphs: [...rest, event.text],
    earlier: { paragraphs: count + 1, characters: characters + oldest.length + 1 },
  }
}

function withTool(view: TurnView, event: ToolWireEvent): TurnView {
  // Searches from the end, because most events belong to the newest plan.
  const index = view.plans.findLastIndex((plan) => plan.planId === event.planId)
  const plan = view.plans[index]
  if (!plan) return view
  const tools = plan.tools.map((tool) => (tool.toolId === event.toolId ? changeTool(tool, event) : tool))
  return { ...view, plans: view.plans.with(index, { ...plan, tools }) }
}

function changeTool(tool: ToolView, event: ToolWireEvent): ToolView {
  switch (event.type) {
    case 'tool_waiting':
      return { ...tool, status: 'waiting', waitsFor: event.waitsFor }
    case 'tool_started':
      return {
        ...tool,
        status: 'running',
        waitsFor: [],
        attempt: event.attempt,
        startedAt: tool.startedAt ?? event.at,
        retryDelayMs: undefined,
        progress: undefined,
      }
    case 'tool_event':
      return emitted(tool, event.event, event)
    case 'tool_retry':
      return {
        ...tool,
        status: 'retrying',
        retryDelayMs: event.delayMs,
        errors: bounded([...tool.errors, { attempt: event.attempt - 1, code: event.errorCode, message: event.error }]),
      }
    case 'tool_finished': {
      return { ...tool, ...event.result, endedAt: event.at, waitsFor: [], retryDelayMs: undefined }
    }
  }
}

function emitted(tool: ToolView, event: ProtocolEvent, at: { at: number; attempt: number }): ToolView {
  if (event.type === 'log') {
    const number = tool.droppedLines + tool.log.length + 1
    const { level, message, fields } = event
    const line = { number, at: at.at, attempt: at.attempt, level, message, ...(fields && { fields }) }
    const full = tool.log.length >= maxLogLines
    return {
      ...tool,
      log: full ? [...tool.log.slice(1), line] : [...tool.log, line],
      droppedLines: tool.droppedLines + (full ? 1 : 0),
    }
  }
  if (event.type === 'error') {
    const { errorCode: code, errorMessage: message, details } = event
    return { ...tool, errors: bounded([...tool.errors, { attempt: at.attempt, code, message, details }]) }
  }
  if (event.type === 'ui_event' && event.event === 'progress') return { ...tool, progress: readProgress(event.payload) }
  return tool
}

function readProgress(payload: JsonValue | undefined): ToolView['progress'] {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return {}
  const { value, max, label } = payload
  return {
    ...(typeof value === 'number' && Number.isFinite(value) && { value }),
    ...(typeof max === 'number' && max > 0 && { max }),
    ...(typeof label === 'string' && { label }),
  }
}

const shownElsewhere = new Set(['narration', 'narrative_choice', 'progress'])

function withUiEvent(view: TurnView, event: ToolWireEvent): TurnView {
  if (event.type !== 'tool_event' || event.event.type !== 'ui_event' || shownElsewhere.has(event.event.event))
    return view
  const shown = { toolId: event.toolId, event: event.event.event, payload: event.event.payload ?? null }
  return { ...view, uiEvents: bounded([...view.uiEvents, shown]) }
}

function bounded<T>(entries: T[]): T[] {
  return entries.length > maxEntries ? entries.slice(-maxEntries) : entries
}
