import { it } from 'vitest'
import { checkRandomPlans } from './random-plans.ts'

// `npm run torture` makes 1,000 plans.
const catalogues = process.env.NARRATORIA_TORTURE ? 25 : 10

it(`FR-002, FR-009: ${catalogues * 40} plans of a model with random weights are valid, acyclic, as written, and run`, async () => {
  await checkRandomPlans(catalogues)
}, 3_600_000)
