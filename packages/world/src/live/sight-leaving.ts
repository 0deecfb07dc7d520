import type { LiveScene } from './live-scene.ts'

/** Records that the player sees a person leave, and returns the way that they take; `undefined` if no exit leads there. */
export function sightLeaving(
  scene: LiveScene,
  person: string,
  { from, to }: { from: string; to: string },
): string | undefined {
  const direction = Object.entries(scene.exitsOf(from)).find(([, exit]) => exit.to === to)?.[0]
  const way = direction === undefined ? undefined : scene.naming.way(direction)
  ;(scene.state.sighted ??= {})[person] = { place: from, turn: scene.now, ...(way !== undefined && { way }) }
  return way
}
