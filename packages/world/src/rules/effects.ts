import type { Effect } from '../model/types.ts'
import type { LiveScene } from '../live/live-scene.ts'
import { sightLeaving } from '../live/sight-leaving.ts'
import { holds } from './condition.ts'

/** Applies effects in their order. `source` names the rule, so that its texts are used in turn. */
export function apply(scene: LiveScene, effects: readonly Effect[] | undefined, source: string): void {
  for (const [index, effect] of (effects ?? []).entries()) applyOne(scene, effect, `${source}:${index}`)
}

function applyOne(scene: LiveScene, effect: Effect, source: string): void {
  if ('say' in effect) scene.emit(scene.text(source, effect.say), 'event')
  else if ('speak' in effect) scene.speak(effect.speak[0], scene.text(source, effect.speak[1]))
  else if ('move' in effect) moveBy(scene, effect.move)
  else if ('make' in effect) scene.make(effect.make[0], effect.make[1], effect.make[2] ?? true)
  else if ('set' in effect) setFlag(scene, effect)
  else if ('learn' in effect) scene.learn(...effect.learn)
  else if ('feel' in effect) scene.feel(...effect.feel)
  else if ('reputation' in effect) scene.changeStanding(...effect.reputation)
  else if ('exit' in effect) {
    const [place, direction, to] = effect.exit
    ;((scene.state.exits ??= {})[place] ??= {})[direction] = to ?? 'nowhere'
  } else if ('describe' in effect) (scene.state.descriptions ??= {})[effect.describe[0]] = effect.describe[1]
  else if ('show' in effect) scene.assets.push(effect.show)
  else if ('ending' in effect) endStory(scene, effect.ending)
  else if (holds(scene, effect.if)) apply(scene, effect.then, `${source}:then`)
  else apply(scene, effect.else, `${source}:else`)
}

// A thing that an effect gives to the player can still be taken once.
function moveBy(scene: LiveScene, [id, to]: Extract<Effect, { move: unknown }>['move']): void {
  const isGiven = to === 'player' && id in scene.things && !scene.isCarried(id)
  const from = scene.locationOf(id)
  scene.move(id, to)
  if (id in scene.people && from === scene.here && to in scene.places) sightLeaving(scene, id, { from, to })
  if (isGiven && scene.isCarried(id)) scene.happen(`given:${id}`)
}

function setFlag(scene: LiveScene, { set, to, add }: Extract<Effect, { set: string }>): void {
  if (add === undefined) return scene.setFlag(set, to ?? true)
  const before = scene.state.flags?.[set] ?? scene.world.flags?.[set]
  scene.setFlag(set, (typeof before === 'number' ? before : 0) + add)
}

/** Ends the story, once. */
export function endStory(scene: LiveScene, ending: string): void {
  if (scene.state.ended !== undefined) return
  scene.state.ended = ending
  const written = scene.world.endings?.[ending]
  if (written) scene.emit(scene.text(`ending:${ending}`, written.text), 'ending')
  else scene.say('ending.death', {}, 'ending')
}
