import type { RetryPolicy } from '@narratoria/protocol'

const longestWaitMs = 30_000
const jitterShare = 0.25

/** How often a tool is tried again after its first attempt. */
export function maxRetriesOf(policy: RetryPolicy | undefined): number {
  return policy?.maxRetries ?? 3
}

/**
 * The wait before retry `retry`, counted from 1: at least `backoffMs × 2^(retry-1)` and never over 30 s; jitter adds up
 * to a quarter (001 §13.4.5).
 */
export function backoffDelayMs(policy: RetryPolicy | undefined, retry: number, random: () => number): number {
  const floorMs = (policy?.backoffMs ?? 100) * 2 ** (retry - 1)
  return Math.min(longestWaitMs, floorMs * (1 + jitterShare * random()))
}
