import { type Act, unclear } from '../model/act.ts'
import { findTopic } from '../people/topics.ts'
import type { NounContext } from './noun-context.ts'

/** Fills the roles that follow from the scene or from the act before. */
export function complete(act: Act, { scene, lexicon }: Pick<NounContext, 'scene' | 'lexicon'>, before?: Act): Act {
  const { where } = act
  const last: Partial<Act> = before ?? (scene.state.focus?.last as Partial<Act> | undefined) ?? {}
  const person = lacksPerson(act) ? meantPerson(act, last.person, scene) : undefined
  if (person !== undefined) return { ...act, person }
  if (act.act === 'put' && where !== undefined && act.preposition === undefined && Object.hasOwn(scene.things, where))
    return { ...act, preposition: scene.things[where]?.supporter === true ? 'on' : 'in' }
  // "Go up and look at it": the place.
  const isVague = act.thing === unclear.thing && before?.act === 'go'
  if (act.act === 'examine' && isVague) return { act: 'look' }
  if (act.act === 'search' && isVague) return { act: 'search', ...(act.text !== undefined && { text: act.text }) }
  if (act.act === 'examine' && (act.thing === 'all' || act.things?.length === 0)) return { act: 'look' }
  if (act.act === 'go' && act.to === scene.here) return { act: 'look' }
  // "Hold the torch up to the runes"
  const isLight = act.thing !== undefined && scene.things[act.thing]?.light === true
  if (act.act === 'use' && act.with !== undefined && isLight && scene.things[act.with]?.light !== true)
    return { act: 'examine', thing: act.with }
  if (act.act === 'take' && lexicon.ways.includes(act.thing ?? '')) return climbed(act, scene)
  if (act.act === 'climb' && act.thing !== undefined) return climbed(act, scene)
  // "Open the door of the inn", which is another place here
  if (act.act === 'open' && act.thing !== undefined && Object.hasOwn(scene.places, act.thing))
    return { act: 'go', to: act.thing }
  // "Return here"
  if (
    act.act === 'give' &&
    act.person === undefined &&
    act.thing !== undefined &&
    Object.hasOwn(scene.places, act.thing)
  )
    return { act: 'go', to: act.thing === scene.here ? 'back' : act.thing }
  // "Leave the inn"
  if (act.act === 'drop' && act.thing !== undefined && Object.hasOwn(scene.places, act.thing))
    return complete({ act: 'go', to: 'out' }, { scene, lexicon })
  if (act.act !== 'go') return act
  const exits = Object.keys(scene.exitsOf(scene.here))
  if (act.to === 'back' && !exits.includes('back')) {
    const from = (scene.state.focus as { from?: string } | undefined)?.from
    if (from !== undefined) return { ...act, to: from }
    return exits.length === 1 ? { ...act, to: exits[0]! } : act
  }
  // "Unlock the door and slip in"
  if (act.to === 'in' && !exits.includes('in')) {
    const doors = exits.filter((each) => scene.exitsOf(scene.here)[each]?.door !== undefined)
    const through = doors.find((each) => scene.exitsOf(scene.here)[each]?.door === last.thing) ?? doors[0]
    if (through !== undefined && (doors.length === 1 || last.thing !== undefined)) return { ...act, to: through }
  }
  // The way out is the only one that goes neither up nor down.
  const level = exits.filter((each) => each !== 'up' && each !== 'down')
  const [only] = exits.length === 1 ? exits : level.length === 1 ? level : []
  if (act.to === 'out' && !exits.includes('out') && only !== undefined) return { ...act, to: only }
  return act
}

// "Climb the ladder", which is only described: the way up, or the only one, down.
function climbed({ preposition, ...act }: Act, scene: NounContext['scene']): Act {
  const scenery = Object.keys(scene.places[scene.here]?.scenery ?? {})
  const exits = scene.exitsOf(scene.here)
  if (act.thing !== scene.here && !scenery.includes(act.thing!)) return act
  const order = preposition === 'under' ? ['down', 'up'] : ['up', 'down']
  const to = order.find((each) => Object.hasOwn(exits, each))
  return to === undefined ? act : { act: 'go', to }
}

// The one in the act before, else the one talked to last, else the only one who knows of the topic.
function meantPerson({ topic }: Act, before: string | undefined, scene: NounContext['scene']): string | undefined {
  const present = scene.peopleAt(scene.here)
  const recent = [before, scene.state.focus?.person].find((id) => id !== undefined && present.includes(id))
  if (recent !== undefined || topic === undefined) return recent
  const [only, ...others] = present.filter((id) => findTopic(scene, id, topic))
  return others.length === 0 ? only : undefined
}

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

/** Whether an act takes what is in something closed. */
export function isTakenFrom({ act, thing, things = [] }: Act, holder: string, { scene }: NounContext): boolean {
  const taken = thing === undefined ? things : [thing]
  const isShut = scene.things[holder]?.openable === true && !scene.isOpen(holder)
  return act === 'take' && isShut && taken.length > 0 && taken.every((id) => scene.isWithin(id, holder))
}

/** Divides an act that is done to one thing or person after the other. */
export function separate({ people, from, ...act }: Act & { people?: string[]; from?: string }): Act[] {
  // What is taken out of a closed thing is taken when it is open.
  if (from !== undefined) return [{ act: 'open', thing: from }, ...separate(act)]
  if (people) return people.map((person) => ({ ...act, person }))
  // "Carry the lamp to the quay"
  const { to, ...taken } = act
  // "Lead her to the quay"
  if ((act.act === 'take' || act.act === 'say') && to !== undefined) return [taken, { act: 'go', to }]
  if (!act.things || plural.has(act.act)) return [act]
  const { things, ...one } = act
  return things.map((thing) => ({ ...one, thing }))
}

/** "Go to Odile and bring her to the shuttle": a person is brought only from where they are. */
export function withCompanion(acts: Act[], { scene }: NounContext): Act[] {
  const [first, second, ...others] = acts
  const person = first?.act === 'say' && second?.act === 'go' && others.length === 0 ? first.person : undefined
  const isAway = person !== undefined && !scene.hearersAt(scene.here).includes(person)
  return isAway ? [first!, { ...second!, person }] : acts
}
