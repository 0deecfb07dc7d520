import type { SceneTemplate } from '../beats/template.ts'
import type { Beat } from '../story-position.ts'

/** What is behind an arc: what is told about `{W}`, what proves otherwise, and what was really so. */
export interface ArcCase {
  told: string
  proof: string
  truth: string
}

/** What a beat plans and changes, with the slots of the templates. */
export interface BeatText {
  rationale: string
  intention: string
  outcomes: readonly string[]
  /** The first line stands for the whole scene. */
  summary: readonly string[]
  /** The loop that the beat raises, where it raises one. */
  raised?: string
  /** How the arc's question is closed; of the last beat. */
  resolution?: string
  feeling: string
  goals?: readonly string[]
}

/** A story that five scenes can tell. */
export interface ArcKind {
  cases: readonly ArcCase[]
  texts: Record<Beat, BeatText>
  templates: Record<Beat, readonly SceneTemplate[]>
}
