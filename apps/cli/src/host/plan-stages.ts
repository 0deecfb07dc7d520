import type { PlanMeasure } from '@narratoria/planner/llama'

/** How long the stages of planning with a model take, in milliseconds. All but `loadMs` are medians over `plans`. */
export interface PlanStages {
  loadMs: number
  prefillMs: number
  decodeMs: number
  validateMs: number
  /** How many plans were measured. */
  plans: number
}

export function summarizeStages(loadMs: number, measures: readonly PlanMeasure[]): PlanStages {
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

/** The stages as one line of text. */
export function describeStages({ loadMs, prefillMs, decodeMs, validateMs, plans }: PlanStages): string {
  const load = `load ${formatMs(loadMs)} ms`
  if (plans === 0) return `${load}; no plan was completed in time`
  return `${load}, prefill ${formatMs(prefillMs)} ms, decode ${formatMs(decodeMs)} ms, validate ${formatMs(validateMs)} ms`
}

/** Milliseconds with two decimals below 10, else with none. */
export function formatMs(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0)
}
