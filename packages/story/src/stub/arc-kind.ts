import beginning from './content/arc-beginning.json' with { type: 'json' }
import homecoming from './content/arc-homecoming.json' with { type: 'json' }
import silence from './content/arc-silence.json' with { type: 'json' }
import vanishing from './content/arc-vanishing.json' with { type: 'json' }
import type { SceneTemplate } from './template.ts'

/** The five scenes of an arc. */
export const beats = ['discovery', 'bargain', 'search', 'confrontation', 'answer'] as const
export type Beat = (typeof beats)[number]

/** The background of an arc: the common story about `{W}`, the proof against it, and the truth. */
export interface ArcCase {
  told: string
  proof: string
  truth: string
}

/** The texts of a beat's plan and its changes to memory, with template slots. */
export interface BeatText {
  rationale: string
  intention: string
  outcomes: readonly string[]
  /** The first line summarizes the whole scene. */
  summary: readonly string[]
  /** The loop that the beat raises, if any. */
  raised?: string
  /** How the last beat answers the question of the arc. */
  resolution?: string
  feeling: string
  goals?: readonly string[]
}

/** One kind of story in five scenes. */
export interface ArcKind {
  cases: readonly ArcCase[]
  texts: Record<Beat, BeatText>
  templates: Record<Beat, readonly SceneTemplate[]>
}

/**
 * All kinds of arcs. `silence`: an object leads to a person about whom people lie. `vanishing`: a friend from an earlier arc
 * disappears. `homecoming`: a missing person returns. `beginning`: the premise of the novel is answered.
 */
export const arcKinds: Readonly<Record<ArcKindName, ArcKind>> = { silence, vanishing, homecoming, beginning }
export type ArcKindName = 'silence' | 'vanishing' | 'homecoming' | 'beginning'
