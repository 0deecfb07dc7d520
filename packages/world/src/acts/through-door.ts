import type { LiveScene } from '../live/live-scene.ts'
import type { Act } from '../model/act.ts'
import { scopeOf } from '../scene/scope.ts'

const speaking = new Set(['talk', 'ask', 'tell', 'say'])

/** What is done to a person without words, as by "hug" and "kiss". */
const touching = new Set(['comfort', 'flirt'])

/**
 * Words to a person who is heard through something, such as a shut door, are words to that thing, and so are the campaign's own acts.
 * Returns other acts as they are.
 */
export function throughDoor(scene: LiveScene, act: Act): Act {
  const isOwn = scene.world.acts?.[act.act] !== undefined
  const person = act.person ?? (isOwn ? act.thing : undefined)
  const { topic = '', text } = act
  const isTouch = text === undefined && touching.has(topic)
  if (person === undefined || isTouch || !(isOwn || speaking.has(act.act))) return act
  if (scene.peopleAt(scene.here).includes(person)) return act
  const heard = scopeOf(scene).find(({ id }) => scene.things[id]?.voiceOf === person && !scene.is(id, 'open'))
  if (!heard) return act
  return isOwn ? { act: act.act, thing: heard.id } : { act: 'talk', thing: heard.id }
}
