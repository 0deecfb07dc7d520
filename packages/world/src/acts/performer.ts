import type { Act, Roll } from '../model/act.ts'
import type { LiveScene } from '../live/live-scene.ts'

/**
 * What an act does by itself, without rules: it changes the scene and says what happened, or refuses. `roll` gives the
 * result of the dice, and makes it if none was given.
 */
export type Performer = (scene: LiveScene, act: Act, roll: () => Roll) => void
