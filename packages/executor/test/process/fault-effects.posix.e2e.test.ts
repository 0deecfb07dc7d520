import { describe } from 'vitest'
import { describeFaults } from './fault-suite.ts'

describe('cold', () => {
  describeFaults('cold', { floodBytes: 50_000_000, part: 'effects' })
})
