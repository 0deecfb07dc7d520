import { type Attributes, type Counter, type Histogram, type MeterProvider, metrics } from '@opentelemetry/api'
import { scope } from './conventions.ts'

interface Instruments {
  turn: Histogram
  plan: Histogram
  tool: Histogram
  model: Histogram
  tokens: Histogram
  failures: Counter
}

/** What can be measured in seconds. */
export type Timed = 'turn' | 'plan' | 'tool' | 'model'

const seconds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const tokens = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576]

let current: { provider: MeterProvider; instruments: Instruments } | undefined

/** The API has no instruments that pass to a provider that is registered later, so they are made again for another provider. */
function instruments(): Instruments {
  const provider = metrics.getMeterProvider()
  if (current?.provider === provider) return current.instruments
  const meter = provider.getMeter(scope)
  const duration = (name: string, description: string) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: seconds } })
  const made = {
    turn: duration('narratoria.turn.duration', 'Duration of turns.'),
    plan: duration('narratoria.plan.duration', 'Duration of planning.'),
    tool: duration('narratoria.tool.duration', 'Duration of the attempts of tools.'),
    model: duration('gen_ai.client.operation.duration', 'Duration of requests to language models.'),
    tokens: meter.createHistogram('gen_ai.client.token.usage', {
      description: 'Tokens of requests and answers of language models.',
      unit: '{token}',
      advice: { explicitBucketBoundaries: tokens },
    }),
    failures: meter.createCounter('narratoria.failures', {
      description: 'Failed turns, plans, attempts and requests.',
    }),
  }
  current = { provider, instruments: made }
  return made
}

/** Measures a duration, of a failure as well. */
export function recordDuration(what: Timed, startedAt: number, attributes: Attributes, error?: string): void {
  const { [what]: histogram, failures } = instruments()
  const all = error === undefined ? attributes : { ...attributes, 'error.type': error }
  histogram.record((performance.now() - startedAt) / 1_000, all)
  if (error !== undefined) failures.add(1, { 'narratoria.failure.of': what, 'error.type': error })
}

/** Measures the tokens of one request, as far as they are known. */
export function recordTokens(count: number | undefined, attributes: Attributes): void {
  if (count !== undefined) instruments().tokens.record(count, attributes)
}
