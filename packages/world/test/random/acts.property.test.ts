import { it } from 'vitest'
import { playAtRandom } from './properties.ts'

it('3,000 random acts leave every state valid, reproducible and consistent with its patch', () => {
  playAtRandom({ acts: 3000, perWorld: 30 })
})
