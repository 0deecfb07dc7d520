import { describe } from 'vitest'
import { describeFaults } from './fault-suite.ts'

describe('prewarmed', () => {
  describeFaults('prewarmed', { floodBytes: 1_000_000_000 })
})
