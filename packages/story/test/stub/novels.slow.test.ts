import { describe } from 'vitest'
import { premises } from '../../../campaigns/test/premise/premises.ts'
import { describeNovels } from './novel-bars.ts'
import { newPremises } from './premises.ts'

// The first ten were written for the builder of played stories, the others for this test.
describe('P3 §1, P3 §4.1: novels of twenty premises without a model', () => {
  describeNovels([...premises.slice(0, 10), ...newPremises])
})
