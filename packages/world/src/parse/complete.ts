import type { Act } from '../model/act.ts'
import { findTopic } from '../people/topics.ts'
import type { NounContext } from './noun-context.ts'

/** Fills the roles that follow from the scene or from the act before. */
export function complete(act: Act, { scene }: NounContext, before?: Act): Act {
  const { where } = act
  const last: Partial<Act> = before ?? (scene.state.focus?.last as Partial<Act> | undefined) ?? {}
  const person = lacksPerson(act) ? meantPerson(act, last.person, scene) : undefined
  if (person !== undefined) return { ...act, person }
  if (act.act === 'put' && where !== undefined && act.preposition === undefined && Object.hasOwn(scene.things, where))
    return { ...act, preposition: scene.things[where]?.supporter === true ? 'on' : 'in' }
  // "Leave the inn"
  if (act.act === 'drop' && act.thing !== undefined && Object.hasOwn(scene.places, act.thing))
    return complete({ act: 'go', to: 'out' }, { scene } as NounContext)
  if (act.act !== 'go') return act
  const exits = Object.keys(scene.exitsOf(scene.here))
  if (act.to === 'back' && !exits.includes('back')) {
    const from = (scene.state.focus as { from?: string } | undefined)?.from
    if (from !== undefined) return { ...act, to: from }
    return exits.length === 1 ? { ...act, to: exits[0]! } : act
  }
  // The way out is the only one that goes neither up nor down.
  const level = exits.filter((each) => each !== 'up' && each !== 'down')
  const [only] = exits.length === 1 ? exits : level.length === 1 ? level : []
  if (act.to === 'out' && !exits.includes('out') && only !== undefined) return { ...act, to: only }
  return act
}

// The one in the act before, else the one talked to last, else the only one who knows of the topic.
function meantPerson({ topic }: Act, before: string | undefined, scene: NounContext['scene']): string | undefined {
  const present = scene.peopleAt(scene.here)
  const recent = [before, scene.state.focus?.person].find((id) => id !== undefined && present.includes(id))
  if (recent !== undefined || topic === undefined) return recent
  const [only, ...others] = present.filter((id) => findTopic(scene, id, topic))
  return others.length === 0 ? only : undefined
}

/** Acts that need a person. */
const social = new Set(['talk', 'ask', 'tell', 'show', 'give'])

/** The people among whom the player must choose, if an act needs one and several are here. */
export function possiblePeople(act: Act, { scene }: NounContext): string[] {
  const present = lacksPerson(act) ? scene.peopleAt(scene.here).filter((id) => !scene.is(id, 'dead')) : []
  return present.length > 1 ? present : []
}

function lacksPerson({ act, person, people, thing }: Act & { people?: string[] }): boolean {
  return social.has(act) && person === undefined && !people && (act !== 'talk' || thing === undefined)
}

/** Acts on several things at once; others are done to one after the other. */
const plural = new Set(['take', 'drop', 'put'])

/** Divides an act that is done to one thing or person after the other. */
export function separate({ people, ...act }: Act & { people?: string[] }): Act[] {
  if (people) return people.map((person) => ({ ...act, person }))
  if (!act.things || plural.has(act.act)) return [act]
  const { things, ...one } = act
  return things.map((thing) => ({ ...one, thing }))
}
