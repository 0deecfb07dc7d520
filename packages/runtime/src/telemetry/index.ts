export { openTelemetry, type OpenTelemetryOptions } from './open-telemetry.ts'
export type { Mask, StartingToolAttempt, StartingTurn, Telemetry, TurnTelemetry } from './telemetry.ts'
