import { it } from 'vitest'
import { playAtRandom } from './properties.ts'

/** `npm run acts` plays 100,000. */
const acts = Number(process.env.NARRATORIA_ACTS ?? 12_000)

it(`${acts} random acts leave every state valid, reproducible and consistent with its patch`, () => {
  playAtRandom({ acts, perWorld: 100 })
}, 900_000)
