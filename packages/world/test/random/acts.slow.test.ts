import { it } from 'vitest'
import { playAtRandom } from './properties.ts'

it('100,000 random acts leave every state valid, reproducible and consistent with its patch', () => {
  playAtRandom({ acts: 100_000, perWorld: 100 })
}, 900_000)
