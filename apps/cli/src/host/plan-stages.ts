import type { PlanMeasure } from '@narratoria/planner/llama'

/** How long the stages of planning with a model take, in milliseconds: medians over `plans`, but for the load. */
export interface PlanStages {
  loadMs: number
  prefillMs: number
  decodeMs: number
  validateMs: number
  /** How many plans were measured. */
  plans: number
}

/** The stages of a model's plans. */
export function stagesOf(loadMs: number, measures: readonly PlanMeasure[]): PlanStages {
  const median = (key: 'prefillMs' | 'decodeMs' | 'validateMs') => {
    const sorted = measures.map((measure) => measure[key]).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
  return {
    loadMs,
    prefillMs: median('prefillMs'),
    decodeMs: median('decodeMs'),
    validateMs: median('validateMs'),
    plans: measures.length,
  }
}

/** The stages in words. */
export function describeStages({ loadMs, prefillMs, decodeMs, validateMs, plans }: PlanStages): string {
  const load = `load ${roundMs(loadMs)} ms`
  if (plans === 0) return `${load}; no plan was written to its end in time`
  return `${load}, prefill ${roundMs(prefillMs)} ms, decode ${roundMs(decodeMs)} ms, validate ${roundMs(validateMs)} ms`
}

/** Milliseconds for people. */
export function roundMs(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0)
}
