import { basename, extname } from 'node:path'
import type { ToolRequest } from '@narratoria/protocol'
import type { ToolJob } from '../runner/tool-runner.ts'
import type { PlannedTool, TaskHost } from './task-host.ts'

/** One attempt as a runner sees it. Its request is made when it is read: a runner may never need it. */
export class AttemptJob implements ToolJob {
  readonly toolPath: string
  readonly cwd: string
  readonly env: Record<string, string> | undefined
  readonly prewarm: boolean
  readonly onEvent: ToolJob['onEvent']
  readonly hold: ToolJob['hold']
  readonly #host: TaskHost
  readonly #tool: PlannedTool
  readonly #attempt: number
  #request: ToolRequest | undefined

  constructor(host: TaskHost, tool: PlannedTool, attempt: number, onEvent: ToolJob['onEvent']) {
    this.#host = host
    this.#tool = tool
    this.#attempt = attempt
    this.toolPath = tool.path
    this.cwd = host.settings.cwd
    this.env = tool.description?.env
    this.prewarm = tool.description?.prewarm === true
    this.onEvent = onEvent
    this.hold = host.hold
  }

  get request(): ToolRequest {
    return (this.#request ??= makeRequest(this.#host, this.#tool, this.#attempt))
  }
}

function makeRequest(host: TaskHost, tool: PlannedTool, attempt: number): ToolRequest {
  const { position, invocation, path, idempotencyKey, description } = tool
  return {
    version: '0',
    requestId: host.plan.requestId,
    tool: description?.name ?? basename(path, extname(path)),
    operation: 'invoke',
    input: invocation.input ?? {},
    dependencies: host.readDependencies(position),
    state: host.readState(position),
    attempt,
    idempotencyKey,
    position,
    ...host.options.request,
    ...description?.request,
  }
}
