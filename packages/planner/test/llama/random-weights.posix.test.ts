import { it } from 'vitest'
import { checkRandomPlans } from './random-plans.ts'

it('FR-002, FR-009: 40 plans of a model with random weights are valid, acyclic, as written, and run', async () => {
  await checkRandomPlans(40)
})
