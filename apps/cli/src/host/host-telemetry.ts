import type { Telemetry } from '@narratoria/runtime/telemetry'
import type { Io } from '../io.ts'

/** Where the OpenTelemetry API keeps the SDK that a process has registered. */
const registered = Symbol.for('opentelemetry.js.api.1')

/** Traces for the OpenTelemetry SDK of this process; `undefined` if none is registered, which loads nothing. */
export async function hostTelemetry({ env }: Io): Promise<Telemetry | undefined> {
  if (!Reflect.has(globalThis, registered)) return undefined
  const { openTelemetry } = await import('@narratoria/runtime/telemetry')
  // The variable of other instrumentations of models.
  return openTelemetry({ content: env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT?.toLowerCase() === 'true' })
}
