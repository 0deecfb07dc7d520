import { it } from 'vitest'
import { compareWithModel } from './compare-with-model.ts'

it('FR-011…FR-022: agrees with a reference model on thousands of random plans', async () => {
  await compareWithModel({ numRuns: 3_000, min: 1, max: 24 })
})

it('FR-011…FR-022: agrees with a reference model on random plans of up to 200 tools', async () => {
  await compareWithModel({ numRuns: 150, min: 25, max: 200 })
})
