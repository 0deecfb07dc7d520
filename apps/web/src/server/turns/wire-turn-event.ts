import { basename, extname } from 'node:path'
import type { Plan, RegisteredAsset, ToolResult, TurnEvent } from '@narratoria/protocol'
import type { AssetView, FinishedTool, PlanView } from '../../api/turn-view.ts'
import type { TurnWireEvent } from '../../api/session-message.ts'

/** The limit of sent standard error, in characters. */
const maxStderrLength = 8_192

export type NameTool = (toolPath: string) => { skill?: string; script: string }

export function nameByFile(toolPath: string): { script: string } {
  return { script: basename(toolPath, extname(toolPath)) }
}

/**
 * Translates the events of a turn for clients: assets get URLs, tools get names instead of paths, secrets are redacted.
 * Returns undefined for an event that is not sent.
 */
export class WireTranslator {
  readonly #sessionId: string
  readonly #nameTool: NameTool
  readonly #maskSecrets: <T>(value: T) => T
  #turnId = ''
  #assetCount = 0

  constructor(sessionId: string, host: { nameTool: NameTool; maskSecrets: <T>(value: T) => T }) {
    this.#sessionId = sessionId
    this.#nameTool = host.nameTool
    this.#maskSecrets = (value) => host.maskSecrets(value)
  }

  translate(event: TurnEvent): TurnWireEvent | undefined {
    const sent = this.#translate(event)
    return sent && this.mask(sent)
  }

  /** Redacts every secret in a value. */
  mask<T>(value: T): T {
    return this.#maskSecrets(value)
  }

  #translate(event: TurnEvent): TurnWireEvent | undefined {
    switch (event.type) {
      case 'turn_started': {
        this.#turnId = event.turnId
        const { type, turnId, seq, prompt } = event
        return { type, turnId, seq, prompt }
      }
      case 'plan':
        return { type: 'plan', plan: this.#planView(event.plan, event) }
      case 'tool_event': {
        // The registered file follows in a separate event.
        if (event.event.type === 'asset' || event.event.type === 'state_patch') return undefined
        const { type, planId, toolId, attempt, at } = event
        return { type, planId, toolId, attempt, at, event: event.event }
      }
      case 'tool_finished': {
        const { type, planId, toolId, at } = event
        return { type, planId, toolId, at, result: finishedTool(event.result) }
      }
      case 'asset':
        return { type: 'asset', asset: this.assetView(event.asset, this.#assetCount++) }
      case 'turn_finished': {
        const { turnId, status, narrative, choices, fallback } = event.result
        return { type: 'turn_finished', turnId, status, narrative, choices, fallback }
      }
      case 'tool_started': {
        const { type, planId, toolId, attempt, at } = event
        return { type, planId, toolId, attempt, at }
      }
      case 'warning': {
        // What a model may not change is not news for players.
        if (event.code === 'claim_refused') return undefined
        const { type, code, message } = event
        return { type, code, message, ...('toolId' in event && { toolId: event.toolId }) }
      }
      default:
        return event
    }
  }

  /** An asset of a turn by its index. */
  assetView(asset: RegisteredAsset, index: number): AssetView {
    const { assetId, toolId, kind, mediaType, path, sizeBytes, metadata } = asset
    return {
      url: assetUrl(this.#sessionId, this.#turnId, index),
      assetId,
      toolId,
      kind,
      mediaType,
      fileName: basename(path),
      sizeBytes,
      ...(metadata && { metadata }),
    }
  }

  #planView(plan: Plan, { attempt, planner }: { attempt: number; planner: string }): PlanView {
    return {
      planId: plan.requestId,
      attempt,
      planner,
      parallel: plan.parallel ?? false,
      tools: plan.tools.map((tool) => ({
        toolId: tool.toolId,
        ...this.#nameTool(tool.toolPath),
        input: tool.input ?? {},
        dependencies: tool.dependencies ?? [],
        required: tool.required ?? true,
        status: 'pending',
        waitsFor: [],
        attempt: 0,
        attempts: [],
        log: [],
        droppedLines: 0,
        errors: [],
      })),
    }
  }
}

export function assetUrl(sessionId: string, turnId: string, index: number): string {
  return `/api/sessions/${encodeURIComponent(sessionId)}/turns/${encodeURIComponent(turnId)}/assets/${index}`
}

function finishedTool(result: ToolResult): FinishedTool {
  const { state: status, attempts, summary, error, errorCode, stderr, reused } = result
  return {
    status,
    attempts,
    ...(summary !== undefined && { summary }),
    ...(error !== undefined && { error }),
    ...(errorCode !== undefined && { errorCode }),
    ...(stderr !== undefined && stderr !== '' && { stderr: stderr.slice(-maxStderrLength) }),
    ...(reused !== undefined && { reused }),
  }
}
