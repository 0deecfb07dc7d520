import { basename, extname } from 'node:path'
import type { JsonObject, ProtocolEvent, ToolInvocation, ToolRequest } from '@narratoria/protocol'
import type { ToolDescription } from '../options.ts'
import type { ToolJob } from '../runner/tool-runner.ts'

/** What an attempt's job is made from. */
export interface JobParts {
  planId: string
  tool: ToolInvocation
  /** The tool's place in its plan. */
  position: number
  toolPath: string
  cwd: string
  attempt: number
  idempotencyKey: string
  description: ToolDescription | undefined
  request: Pick<ToolRequest, 'sessionId' | 'sessionName' | 'turn'> | undefined
  /** The state that the tool may read. */
  readState: () => JsonObject
  /** Each direct dependency's output. */
  readDependencies: () => ToolRequest['dependencies']
  onEvent: (event: ProtocolEvent, text?: string) => void
  hold: () => Promise<void> | undefined
}

/** One attempt as a runner sees it. Its request is made when it is read: a runner may never need it. */
export class AttemptJob implements ToolJob {
  readonly toolPath: string
  readonly cwd: string
  readonly env: Record<string, string> | undefined
  readonly prewarm: boolean
  readonly onEvent: ToolJob['onEvent']
  readonly hold: ToolJob['hold']
  readonly #parts: JobParts
  #request: ToolRequest | undefined

  constructor(parts: JobParts) {
    this.#parts = parts
    this.toolPath = parts.toolPath
    this.cwd = parts.cwd
    this.env = parts.description?.env
    this.prewarm = parts.description?.prewarm === true
    this.onEvent = parts.onEvent
    this.hold = parts.hold
  }

  get request(): ToolRequest {
    return (this.#request ??= makeRequest(this.#parts))
  }
}

function makeRequest(parts: JobParts): ToolRequest {
  const { planId, tool, toolPath, description } = parts
  return {
    version: '0',
    requestId: planId,
    tool: description?.name ?? basename(toolPath, extname(toolPath)),
    operation: 'invoke',
    input: tool.input ?? {},
    dependencies: parts.readDependencies(),
    state: parts.readState(),
    attempt: parts.attempt,
    idempotencyKey: parts.idempotencyKey,
    position: parts.position,
    ...parts.request,
    ...description?.request,
  }
}
