import type { Act } from '../model/act.ts'
import { isFollower } from '../people/walk.ts'
import { Scene } from '../scene/scene.ts'
import type { NounContext } from './noun-context.ts'
import { nounsOf } from './nouns.ts'

/** Reads what follows an act of going at the place where it ends: "go back to the office and read the log". */
export function moveContext(context: NounContext, act: Act): void {
  const { scene, lexicon } = context
  const place = act.act === 'go' ? placeAfter(act, scene) : undefined
  if (place === undefined || place === scene.here || !Object.hasOwn(scene.places, place)) return
  const at: Record<string, string> = { ...scene.state.at, player: place }
  for (const id of scene.peopleAt(scene.here)) if (isFollower(scene, id)) at[id] = place
  context.scene = new Scene(scene.world, { ...scene.state, at, came: scene.here })
  context.nouns = nounsOf(context.scene, lexicon)
  context.memo?.clear()
}

function placeAfter({ to, person }: Act, scene: Scene): string | undefined {
  if (to === undefined) return person === undefined ? undefined : scene.state.sighted?.[person]?.place
  const exit = Object.entries(scene.exitsOf(scene.here)).find(([name, each]) => name === to || each.to === to)?.[1]
  if (exit?.door !== undefined && scene.is(exit.door, 'locked')) return undefined
  if (exit) return exit.to
  return to === 'back' ? scene.state.came : (scene.state.sighted?.[to]?.place ?? to)
}
