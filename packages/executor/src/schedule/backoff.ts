import type { RetryPolicy } from '@narratoria/protocol'

const longestWaitMs = 30_000
const jitterShare = 0.25

/** The number of attempts after the first. Defaults to 3. */
export function maxRetriesOf(policy: RetryPolicy | undefined): number {
  return policy?.maxRetries ?? 3
}

/**
 * The delay before retry `retry`, counted from 1: `backoffMs × 2^(retry-1)` plus up to a quarter of jitter, at most 30 s.
 * `backoffMs` defaults to 100.
 */
export function backoffDelayMs(policy: RetryPolicy | undefined, retry: number, random: () => number): number {
  const baseMs = (policy?.backoffMs ?? 100) * 2 ** (retry - 1)
  return Math.min(longestWaitMs, baseMs * (1 + jitterShare * random()))
}
