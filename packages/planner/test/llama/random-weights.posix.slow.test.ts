import { it } from 'vitest'
import { checkRandomPlans } from './random-plans.ts'

const plans = Number(process.env.NARRATORIA_RANDOM_PLANS ?? 200)

it(`FR-002, FR-009: ${plans} plans of a model with random weights are valid, acyclic, as written, and run`, async () => {
  await checkRandomPlans(plans)
}, 3_600_000)
