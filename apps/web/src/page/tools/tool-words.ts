import { t } from '../language/text.ts'
import type { ProgressView, ToolStatus } from '../../api/turn-view.ts'

export const statusWords: Record<ToolStatus, string> = {
  pending: t('Not started'),
  waiting: t('Waiting'),
  running: t('Running'),
  retrying: t('Trying again'),
  completed: t('Completed'),
  failed: t('Failed'),
  skipped: t('Skipped'),
  timeout: t('Timed out'),
  cancelled: t('Stopped'),
}

/** The progress of a tool from 0 to 1, if it was reported. A `value` without `max` is a fraction. */
export function fractionOf(progress: ProgressView | undefined): number | undefined {
  if (progress?.value === undefined) return undefined
  return Math.min(1, Math.max(0, progress.value / (progress.max ?? 1)))
}

/** A duration as text: `320 ms`, `4.2 s`, `3 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}
