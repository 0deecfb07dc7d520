import type { World } from '@narratoria/world'

/** The text that a story in a world opens with. */
export function openingOf(world: World): string {
  return world.opening
}
