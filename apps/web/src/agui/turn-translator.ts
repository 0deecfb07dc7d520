import { type JsonObject, type JsonValue, mergePatch } from '@narratoria/protocol'
import type { TurnWireEvent } from '../api/session-message.ts'
import type { AguiCustomName, AguiEvent, AguiUsage } from './agui-event.ts'
import { toJsonPatch } from './json-patch.ts'
import { RunNarration } from './run-narration.ts'
import { RunTools } from './run-tools.ts'

export interface TurnRun {
  threadId: string
  runId: string
  /** The state before the turn, which the client has. */
  state: JsonObject
  /** The messages before the turn, which the client has. */
  history: readonly unknown[]
  /** The player's message, if there is one. */
  prompt?: unknown
}

type StepName = 'planning' | 'playing'

/** Translates the events of one turn into those of an AG-UI run, except its `RUN_STARTED`. */
export class TurnTranslator {
  readonly #run: TurnRun
  readonly #narration = new RunNarration()
  readonly #tools = new RunTools()
  readonly #usage = new Map<string, AguiUsage>()
  #state: JsonObject
  #step: StepName | undefined

  constructor(run: TurnRun) {
    this.#run = run
    this.#state = run.state
  }

  take(event: TurnWireEvent): AguiEvent[] {
    switch (event.type) {
      case 'turn_started':
        this.#narration.begin(event.turnId)
        return [custom('turn', { turnId: event.turnId, seq: event.seq }), ...this.#enter('planning')]
      case 'plan':
        return [...this.#enter('playing'), ...this.#tools.begin(event.plan)]
      case 'narration':
        return event.replace ? this.#retell(event.text) : this.#narration.take(event)
      case 'state':
        return this.#change(event.patch)
      case 'choices':
        return [custom('choices', event.choices)]
      case 'asset':
        return [custom('asset', { ...event.asset })]
      case 'model_used':
        return this.#count(event)
      case 'warning':
        return [custom('warning', { code: event.code, message: event.message })]
      case 'replan':
        return [
          ...this.#withdraw([this.#run.prompt]),
          custom('choices', []),
          custom('warning', { code: event.reason, message: event.message }),
          ...this.#enter('planning'),
        ]
      case 'turn_finished':
        return this.#finish(event)
      case 'turn_failed':
        return this.fail({ code: 'turn_failed', message: event.message })
      default:
        return this.#tools.take(event)
    }
  }

  /** Ends the run of a turn that is not part of the story. Everything that it showed is withdrawn. */
  fail({ code, message }: { code: string; message: string }): AguiEvent[] {
    return [...this.#withdraw([]), ...this.#enter(undefined), { type: 'RUN_ERROR', message, code }]
  }

  #finish(event: Extract<TurnWireEvent, { type: 'turn_finished' }>): AguiEvent[] {
    const { turnId, status, narrative, choices, fallback } = event
    if (status === 'cancelled') return this.fail({ code: 'cancelled', message: 'The turn was cancelled.' })
    const { threadId, runId } = this.#run
    const usage = [...this.#usage.values()]
    return [
      ...(this.#narration.complete(narrative) ?? [...this.#retell(narrative), ...this.#narration.close()]),
      ...this.#tools.cancelOpen(),
      ...this.#enter(undefined),
      {
        type: 'RUN_FINISHED',
        threadId,
        runId,
        outcome: { type: 'success' },
        result: { turnId, choices, fallback },
        ...(usage.length > 0 && { usage }),
      },
    ]
  }

  /** Replaces the narration of the run. */
  #retell(text: string): AguiEvent[] {
    const { history, prompt } = this.#run
    const kept = [...history, ...(prompt === undefined ? [] : [prompt]), ...this.#tools.messages]
    const withdrawn: AguiEvent[] =
      this.#narration.text === '' ? [] : [...this.#narration.withdraw(), { type: 'MESSAGES_SNAPSHOT', messages: kept }]
    return [...withdrawn, ...this.#narration.take({ text, append: false })]
  }

  /** Withdraws what the run showed. `kept` remains after the history. */
  #withdraw(kept: readonly unknown[]): AguiEvent[] {
    const messages = [...this.#run.history, ...kept.filter((message) => message !== undefined)]
    this.#state = this.#run.state
    return [
      ...this.#narration.withdraw(),
      ...this.#tools.withdraw(),
      { type: 'MESSAGES_SNAPSHOT', messages },
      { type: 'STATE_SNAPSHOT', snapshot: this.#state },
    ]
  }

  #change(patch: JsonObject): AguiEvent[] {
    const delta = toJsonPatch(this.#state, patch)
    this.#state = mergePatch(this.#state, patch)
    if (!delta) return [{ type: 'STATE_SNAPSHOT', snapshot: this.#state }]
    return delta.length === 0 ? [] : [{ type: 'STATE_DELTA', delta }]
  }

  #count({ model, promptTokens = 0, completionTokens = 0 }: Extract<TurnWireEvent, { type: 'model_used' }>): [] {
    const { inputTokens = 0, outputTokens = 0 } = this.#usage.get(model) ?? {}
    this.#usage.set(model, {
      model,
      inputTokens: inputTokens + promptTokens,
      outputTokens: outputTokens + completionTokens,
    })
    return []
  }

  #enter(step: StepName | undefined): AguiEvent[] {
    if (step === this.#step) return []
    const left = this.#step
    this.#step = step
    return [
      ...(left === undefined ? [] : [{ type: 'STEP_FINISHED' as const, stepName: left }]),
      ...(step === undefined ? [] : [{ type: 'STEP_STARTED' as const, stepName: step }]),
    ]
  }
}

function custom(name: AguiCustomName extends `narratoria.${infer Name}` ? Name : never, value: JsonValue): AguiEvent {
  return { type: 'CUSTOM', name: `narratoria.${name}`, value }
}
