import { describe } from 'vitest'
import { premises } from '../../../campaigns/test/premise/premises.ts'
import { describeNovels } from './novel-bars.ts'

// One about a thing, one about a place.
describe('P3 §1, P3 §4.1: novels without a model', () => {
  describeNovels([premises[0]!, premises[3]!])
})
