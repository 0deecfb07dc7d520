import { unclear } from '../model/act.ts'
import type { LiveScene } from './live-scene.ts'

/** Refuses a pronoun that refers to nothing. */
export function refuseUnclear(scene: LiveScene, role: string | undefined): void {
  if (role === unclear.person) scene.refuse('unclear.person')
  if (role === unclear.thing) scene.refuse('unclear.thing')
}
