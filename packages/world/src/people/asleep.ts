import type { Scene } from '../scene/scene.ts'

/** Whether a person sleeps or is unconscious: properties that the state of a world or an effect gives them. They hear and say nothing. */
export function isAsleep(scene: Scene, person: string): boolean {
  return scene.is(person, 'asleep') || scene.is(person, 'unconscious')
}
