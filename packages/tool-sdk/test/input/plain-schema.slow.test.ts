import { it } from 'vitest'
import { compareWithValidator } from './compare-with-validator.ts'

it('agrees with an independent validator on thousands of schemas', () => compareWithValidator(2_500))
