import type { World } from '@narratoria/world'
import { buildPremise, type PremiseOptions } from '../../src/premise/index.ts'

/** Builds the world of a premise with the plot that suits it best, and all that the plot adds. */
export function buildFitting(text: string, options: PremiseOptions = {}): World {
  return buildPremise(text, { plot: 'fitting', ...options })
}
