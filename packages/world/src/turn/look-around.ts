import type { LiveScene } from '../live/live-scene.ts'
import { hasLight } from '../scene/scope.ts'
import { describePlace } from '../view/describe.ts'

/** Runs a change, and describes what the player sees if it brought them elsewhere or changed the light. */
export function lookAround(scene: LiveScene, change: () => void): void {
  const { here } = scene
  const wasLit = hasLight(scene)
  scene.described = undefined
  change()
  if (scene.state.ended !== undefined) return
  if (scene.here !== here) {
    if (scene.described !== scene.here) describePlace(scene, { full: false })
    return
  }
  const isLit = hasLight(scene)
  if (isLit && !wasLit && scene.described === undefined) describePlace(scene, { full: true })
  if (!isLit && wasLit) scene.say('dark.now', {}, 'place')
}
