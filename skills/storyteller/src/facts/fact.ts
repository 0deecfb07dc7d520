import type { Ways } from '../prose/pick.ts'

/** Something that the narration must not leave out, or may use. */
export interface Fact {
  kind: 'dice' | 'change' | 'reputation' | 'memory' | 'echo'
  /** For a model: plain words. */
  text: string
  /** For the templates: whole sentences in as many ways as ten turns may need. */
  ways: Ways
  /** What prose must hold for the fact to count as told; absent where nothing is checked. */
  isTold?: (prose: string) => boolean
}
