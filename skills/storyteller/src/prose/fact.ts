import type { Ways } from './pick.ts'

/** A fact for the narration. */
export interface Fact {
  kind: 'dice' | 'change' | 'reputation' | 'memory' | 'echo'
  /** Plain text for a model. */
  text: string
  /** Sentences for the templates, enough variants for ten turns. */
  ways: Ways
  /** Whether a prose contains the fact. Undefined if that is not checked. */
  isIncluded?: (prose: string) => boolean
}
