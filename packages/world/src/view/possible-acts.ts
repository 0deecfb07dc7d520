import type { Act } from '../model/act.ts'
import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import { isTheft } from '../people/deeds.ts'
import { openTopics, stems } from '../people/topics.ts'
import { holds } from '../rules/condition.ts'
import { rulesFor } from '../rules/rules.ts'
import { Scene } from '../scene/scene.ts'
import { type InScope, hasLight, scopeOf } from '../scene/scope.ts'
import { fillSlots, Naming, type Phrases, type Slots } from '../text/render.ts'
import { isPlaceNamed } from './describe.ts'
import { awaitedActs } from './awaited-acts.ts'
import { errandsFrom } from './errands.ts'
import { Grounds } from './grounds.ts'

/** How much an act of the campaign promises, unless the campaign says it. */
export const ownWeight = 6

/** An act that is possible now. */
export interface PossibleAct {
  act: Act
  /** In the words of a choice: "Ask Oleg about the storm". Typed by a player, it means this act. */
  text: string
  /** How much it promises: higher is better. */
  weight: number
}

/** Acts that are possible now, the most promising first. They change something or give news. */
export function possibleActs(world: World, state: WorldState, { phrases }: { phrases: Phrases }): PossibleAct[] {
  if (state.ended !== undefined) return []
  const scene = new Scene(world, state)
  return actsIn(scene, { phrases, grounds: new Grounds(scene) })
}

/** Acts that are possible in a scene, the most promising first. */
export function actsIn(scene: Scene, { phrases, grounds }: { phrases: Phrases; grounds: Grounds }): PossibleAct[] {
  const { world } = scene
  const naming = new Naming(scene, phrases)
  const found: PossibleAct[] = []
  const offer = (
    act: Act,
    weight: number,
    { slots = {}, key = `choice.${act.act}`, text = phrases[key]?.[0] }: OfferWords = {},
  ) => {
    if (world.forbidden?.some((each) => each.act === act.act)) return
    if (text === undefined || rulesFor(scene, act).some(({ refuse }) => refuse !== undefined)) return
    found.push({ act, text: fillSlots(text, slots, naming), weight })
  }
  const scope = scopeOf(scene)
  for (const { id } of scope.filter((each) => each.kind === 'person')) offerPerson(scene, id, offer)
  for (const entry of scope.filter((each) => each.kind === 'thing')) offerThing(scene, entry, { scope, offer })
  offerWays(scene, { grounds, naming, offer })
  offerCustom(scene, scope, offer)
  // An act of the campaign stands for pushing or using a thing, but not for showing it to a person.
  const isOffered = ({ thing, person }: Act) =>
    person === undefined && found.some(({ act }) => act.thing === thing && isOwn(world, act))
  for (const act of awaitedActs(scene, scope))
    if (!isOffered(act))
      offer(act, isTheft(scene, act.thing ?? '') && !scene.isCarried(act.thing ?? '') ? 3 : 6, {
        slots: slotsOf(act),
        key: awaitedKey(scene, act),
      })
  offerSurroundings(scene, offer)
  const mind = onMind(scene)
  for (const each of found) each.weight += interestOf(each, { scene, mind })
  return found.toSorted((a, b) => b.weight - a.weight)
}

/** The words of what happened last. */
function onMind({ state }: Scene): ReadonlySet<string> {
  return new Set(
    stems(
      Object.values(state.report?.entries ?? {})
        .map(({ text }) => text)
        .join(' '),
    ),
  )
}

/** How much more a question promises because what happened last names its topic. */
function interestOf({ act }: PossibleAct, { scene, mind }: { scene: Scene; mind: ReadonlySet<string> }): number {
  const topic = act.topic === undefined ? undefined : scene.people[act.person ?? '']?.topics?.[act.topic]
  const words = topic ? [act.topic!, ...(topic.keywords ?? [])] : []
  return words.some((word) => stems(word).some((stem) => stem.length > 2 && mind.has(stem))) ? 1.5 : 0
}

// A way to what is left to do is worth more than one back. A closed door is offered to be opened.
function offerWays(scene: Scene, { grounds, naming, offer }: { grounds: Grounds; naming: Naming; offer: Offer }): void {
  const errands = errandsFrom(scene, grounds)
  for (const [word, { to, door, when }] of Object.entries(scene.exitsOf(scene.here))) {
    if ((door !== undefined && !scene.isOpen(door)) || !holds(scene, when)) continue
    const isVisited = scene.state.visited?.[to] !== undefined
    offer({ act: 'go', to: word }, isVisited ? 1 + (errands.get(word)?.worth ?? 0) : 6, {
      slots: { direction: naming.way(word), place: to },
      key: isVisited || grounds.hasName(to) || isPlaceNamed(scene, to) ? 'choice.go.known' : 'choice.go',
    })
  }
}

// What the player can hear, smell and see at a place, other than its things.
function offerSurroundings(scene: Scene, offer: Offer): void {
  const { sound, smell, scenery = {} } = scene.places[scene.here] ?? {}
  const isNew = (key: string) => scene.state.happened?.[key] === undefined
  if (sound !== undefined && isNew(`sound:${scene.here}`)) offer({ act: 'listen' }, 0.5)
  if (smell !== undefined && isNew(`smell:${scene.here}`)) offer({ act: 'smell' }, 0.4)
  if (!hasLight(scene)) return offer({ act: 'wait' }, 0)
  for (const word of Object.keys(scenery))
    if (isNew(`examined:${scene.here}/${word}`))
      offer({ act: 'examine', thing: word }, 0.6, { slots: { word }, key: 'choice.examine.scenery' })
}

/** Whether an act is one of the campaign's own. */
function isOwn(world: World, { act }: Act): boolean {
  return world.acts?.[act] !== undefined
}

function slotsOf({ thing, where, with: tool, person }: Act): Slots {
  return { thing, where, with: tool, person }
}

function awaitedKey(scene: Scene, { act, where, with: tool, preposition }: Act): string {
  if (act === 'use' && tool !== undefined) return 'choice.use.with'
  if (act !== 'put' || where === undefined) return `choice.${act}`
  const isOn = preposition === 'on' || (scene.things[where]?.supporter === true && preposition === undefined)
  return `choice.put.${isOn ? 'on' : 'in'}`
}

/** The words of a choice: of a phrase by its key, or of the campaign. */
interface OfferWords {
  slots?: Slots
  /** Defaults to that of the act. */
  key?: string
  text?: string
}

type Offer = (act: Act, weight: number, words?: OfferWords) => void

function offerPerson(scene: Scene, person: string, offer: Offer): void {
  if (scene.is(person, 'dead')) return
  const met = scene.state.happened?.[`met:${person}`] !== undefined
  offer({ act: 'talk', person }, met ? 0.8 : 8, { slots: { person }, key: met ? 'choice.talk.again' : 'choice.talk' })
  for (const { id, topic } of openTopics(scene, person)) {
    if (scene.state.talked?.[person]?.[id] !== undefined) continue
    const relevant = topic.when !== undefined
    offer({ act: 'ask', person, topic: id }, (met ? 6 : 3) + (relevant ? 3 : 0), {
      slots: { person, topic: id.replaceAll('_', ' ') },
      ...(topic.choice !== undefined && { text: topic.choice }),
    })
  }
  for (const want of scene.people[person]?.wants ?? [])
    if (scene.isCarried(want.thing) && !scene.is(want.thing, 'hidden') && holds(scene, want.when))
      offer({ act: 'give', thing: want.thing, person }, 9, { slots: { thing: want.thing, person } })
  if (scene.state.happened?.[`examined:${person}`] === undefined)
    offer({ act: 'examine', person }, 1.5, { slots: { thing: person } })
  const { hostile } = scene.people[person]!
  if (hostile !== undefined && !scene.is(person, 'beaten') && holds(scene, hostile))
    offer({ act: 'attack', person }, 7, { slots: { person } })
}

function offerThing(
  scene: Scene,
  { id, carried, heldBy }: InScope,
  { scope, offer }: { scope: readonly InScope[]; offer: Offer },
): void {
  const thing = scene.things[id]!
  const slots = { thing: id }
  const touched = scene.state.at?.[id] !== undefined
  if (heldBy !== undefined) return
  if (
    thing.light === true &&
    !scene.is(id, 'lit') &&
    (scene.state.burned?.[id] ?? 0) < (thing.fuel ?? Infinity) &&
    (thing.litWith === undefined || scope.some((other) => other.id === thing.litWith && other.heldBy === undefined))
  )
    offer({ act: 'light', thing: id }, hasLight(scene) ? 5 : 10, { slots })
  // The label of food or drink can be read, but is not worth a choice.
  const isLabel = thing.drinkable === true || thing.edible === true
  if (thing.text !== undefined && !isLabel && hasLight(scene)) {
    const isRead = scene.state.happened?.[`read:${id}`] !== undefined
    offer({ act: 'read', thing: id }, isRead ? 0.7 : 5, { slots, key: isRead ? 'choice.read.again' : 'choice.read' })
  }
  if (thing.openable === true && !scene.is(id, 'open')) {
    const hasKey = thing.key !== undefined && scope.some((other) => other.id === thing.key && other.carried)
    if (!scene.is(id, 'locked') || hasKey) offer({ act: 'open', thing: id }, hasKey ? 8 : 5, { slots })
    else if (thing.force !== undefined) offer({ act: 'unlock', thing: id }, 3, { slots })
  }
  if (!carried && scene.isPortable(id))
    offer({ act: 'take', thing: id }, thing.owner === undefined && !touched ? 5 : 1, { slots })
  if (scene.state.happened?.[`examined:${id}`] === undefined && thing.description !== undefined)
    offer({ act: 'examine', thing: id }, scene.state.happened?.[`read:${id}`] === undefined ? 3.5 : 1.5, { slots })
}

// An act of the campaign is offered where a rule with effects is waiting for it.
function offerCustom(scene: Scene, scope: readonly InScope[], offer: Offer): void {
  for (const [name, { choice, roles = [], weight = ownWeight }] of Object.entries(scene.world.acts ?? {})) {
    if (choice === undefined) continue
    const role = roles.find((each) => each === 'thing' || each === 'person')
    const candidates = role === undefined ? [undefined] : scope.filter(({ kind }) => kind === role).map(({ id }) => id)
    for (const id of candidates) {
      const act: Act = { act: name, ...(role !== undefined && { [role]: id }) }
      const fits = rulesFor(scene, act).filter(
        ({ refuse, on }) => refuse === undefined && (role === undefined || on?.[role as 'thing'] !== undefined),
      )
      if (fits.length > 0) offer(act, weight, { slots: { thing: id, person: id }, text: choice })
    }
  }
}
