import { basename } from 'node:path'
import type { ProtocolEvent } from '@narratoria/protocol'
import type { AttemptOutcome, Attempt, RunningAttempt, ToolRunner } from '../../src/index.ts'

/** A tool as a function, cancelled by its signal. */
export type FunctionTool = (
  attempt: Attempt,
  emit: (event: ProtocolEvent) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>

/** Runs functions as tools, by the last part of their path. */
export function createInProcessRunner(tools: Record<string, FunctionTool>): ToolRunner {
  return {
    start(attempt): RunningAttempt {
      const tool = tools[basename(attempt.toolPath)]
      const failure = {
        errorCode: 'tool_not_found',
        error: `There is no tool at ${attempt.toolPath}.`,
        retryable: false,
      }
      if (!tool) return { outcome: Promise.resolve({ failure }), cancel() {} }
      const controller = new AbortController()
      return { outcome: runTool(tool, attempt, controller.signal), cancel: () => controller.abort() }
    },
  }
}

async function runTool(tool: FunctionTool, attempt: Attempt, signal: AbortSignal): Promise<AttemptOutcome> {
  const outcome: AttemptOutcome = {}
  const emit = async (event: ProtocolEvent) => {
    if (outcome.done || signal.aborted) return
    if (event.type === 'done') outcome.done = event
    attempt.onEvent(event)
    await attempt.backpressure()
  }
  const cancelled = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  await Promise.race([tool(attempt, emit, signal), cancelled])
  if (signal.aborted) outcome.failure = { errorCode: 'exit_signal', error: 'The tool was ended.' }
  else if (!outcome.done) outcome.failure = { errorCode: 'no_done', error: 'The tool ended without a done event.' }
  else if (!outcome.done.ok) outcome.failure = { errorCode: 'tool_failed', error: 'The tool reported failure.' }
  return outcome
}
