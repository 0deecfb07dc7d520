import type { NounContext } from './noun-context.ts'

/** A prompt, and what its clauses are read with. */
export interface Prompt {
  context: NounContext
  text: string
}
