import type { Act } from '../model/act.ts'
import type { Scene } from './scene.ts'

/** The person who was talked to last, if they are here, alive and awake. */
export function lastListener(scene: Scene): string | undefined {
  const { person, last } = scene.state.focus ?? {}
  const id = person ?? (last as Partial<Act> | undefined)?.person
  return awakeHere(scene).find((each) => each === id)
}

/** The person whom words without a name are for: the one who was talked to last, or else the only one who is here. */
export function listenerIn(scene: Scene): string | undefined {
  const present = awakeHere(scene)
  return lastListener(scene) ?? (present.length === 1 ? present[0] : undefined)
}

function awakeHere(scene: Scene): string[] {
  return scene.peopleAt(scene.here).filter((id) => !scene.is(id, 'asleep') && !scene.is(id, 'unconscious'))
}
