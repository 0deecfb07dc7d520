import { assetCases } from './asset-cases.ts'
import { doneCases } from './done-cases.ts'
import { envelopeCases } from './envelope-cases.ts'
import { errorCases } from './error-cases.ts'
import { logCases } from './log-cases.ts'
import { patchCases } from './patch-cases.ts'
import { uiCases } from './ui-cases.ts'
import type { InvocationCase } from './kit-case.ts'

/** 001 §3–4: the envelope and the six types. */
export const eventCases: InvocationCase[] = [
  ...envelopeCases,
  ...logCases,
  ...patchCases,
  ...assetCases,
  ...uiCases,
  ...errorCases,
  ...doneCases,
]
