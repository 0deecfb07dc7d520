import type { Act } from '../model/act.ts'
import type { Scene } from './scene.ts'
import { scopeOf } from './scope.ts'

/** The key of a thing, if the player carries it and it is not shut away. */
export function keyFor(scene: Scene, thing: string): string | undefined {
  const key = scene.things[thing]?.key
  return key !== undefined && scopeOf(scene).some(({ id, carried }) => id === key && carried) ? key : undefined
}

/**
 * Whether an act opens a lock by force: unlocking without the key, opening with something that is not the key, or hitting
 * and pushing what is locked.
 */
export function isForcing(scene: Scene, { act, thing = '', with: tool }: Act): boolean {
  const { force, key } = scene.things[thing] ?? {}
  if (force === undefined || !scene.is(thing, 'locked')) return false
  if (act === 'unlock') return tool === undefined ? keyFor(scene, thing) === undefined : tool !== key
  if (act === 'open') return tool !== undefined && tool !== key
  return act === 'attack' || act === 'push' || act === 'pull'
}
