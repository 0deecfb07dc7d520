import type { Act } from '../model/act.ts'
import type { Scene } from './scene.ts'

/** Turns after which people who are here are talked to rather than one who only hears, at most. */
const maxSilence = 2

/** The person who was talked to last, if they are here or hear what is said here, alive and awake. */
export function lastListener(scene: Scene): string | undefined {
  const { person, last } = scene.state.focus ?? {}
  const id = person ?? (last as Partial<Act> | undefined)?.person
  const present = awakeHere(scene)
  const silence = (scene.state.turn ?? 0) - (scene.state.happened?.[`met:${id}`] ?? 0)
  const voices = present.length === 0 || silence <= maxSilence ? scene.voicesAt(scene.here) : []
  return [...present, ...voices].find((each) => each === id)
}

/** The person whom words without a name are for: the one who was talked to last, or else the only one who is here. */
export function listenerIn(scene: Scene): string | undefined {
  const present = awakeHere(scene)
  return lastListener(scene) ?? (present.length === 1 ? present[0] : undefined)
}

function awakeHere(scene: Scene): string[] {
  return scene.peopleAt(scene.here).filter((id) => !scene.is(id, 'asleep') && !scene.is(id, 'unconscious'))
}
