import { isJsonObject, type ProtocolEvent } from '@narratoria/protocol'
import type { AttemptOutcome, Attempt, RunningAttempt, ToolRunner, ToolProgram } from '@narratoria/executor'

/**
 * Runs tools with another runner and treats soft failures as failures: a tool that ends with `ok` but emitted an `error` event, or
 * whose result has `success: false` or an `error`. The executor then stops the plan.
 */
export class SoftFailureRunner implements ToolRunner {
  readonly #runner: ToolRunner

  constructor(runner: ToolRunner) {
    this.#runner = runner
  }

  start(attempt: Attempt): RunningAttempt {
    let fault: string | undefined
    const watched: Attempt = {
      toolPath: attempt.toolPath,
      cwd: attempt.cwd,
      ...(attempt.env && { env: attempt.env }),
      ...(attempt.worker !== undefined && { worker: attempt.worker }),
      ...(attempt.prewarm !== undefined && { prewarm: attempt.prewarm }),
      // Made when first read, as the executor wants it.
      get request() {
        return attempt.request
      },
      onEvent(event, text) {
        fault = faultOf(event) ?? fault
        attempt.onEvent(event, text)
      },
      backpressure: () => attempt.backpressure(),
    }
    const run = this.#runner.start(watched)
    return {
      outcome: run.outcome.then((outcome) => fail(outcome, fault)),
      cancel: (how) => run.cancel(how),
    }
  }

  async prewarm(tool: ToolProgram, count: number): Promise<void> {
    await this.#runner.prewarm?.(tool, count)
  }

  async dropPrewarmed(): Promise<void> {
    await this.#runner.dropPrewarmed?.()
  }

  async close(): Promise<void> {
    await this.#runner.close?.()
  }
}

function fail(outcome: AttemptOutcome, fault: string | undefined): AttemptOutcome {
  if (fault === undefined || outcome.failure) return outcome
  const failure = { errorCode: 'soft_failure', error: `it reported success, but: ${fault}`, retryable: false }
  return { ...outcome, failure }
}

function faultOf(event: ProtocolEvent): string | undefined {
  if (event.type === 'error') return `${event.errorCode}: ${event.errorMessage}`
  if (event.type !== 'state_patch' || !isJsonObject(event.patch.result)) return undefined
  const { success, error } = event.patch.result
  const text = typeof error === 'string' ? error : JSON.stringify(error)
  if (error !== undefined && error !== null && error !== false) return `its result has the error ${text}`
  return success === false ? 'its result has success: false' : undefined
}
