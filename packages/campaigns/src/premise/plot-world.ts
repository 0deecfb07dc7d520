import { fillSentence } from '@narratoria/content'
import { premiseContent, type PremisePlot } from '@narratoria/content/premises'
import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import type { World } from '@narratoria/world'
import { castOf, type CastMember } from './cast.ts'
import { isSaid } from './conditions.ts'
import { has, isPossession, isPrize, killedIn } from './choose-plot.ts'
import { capitalize, type Furniture } from './furnish.ts'
import { Ids } from './ids.ts'
import { namedIn } from './named-in.ts'
import { plotPerson } from './plot-people.ts'
import { plotPlaces } from './plot-places.ts'
import { plotThings } from './plot-things.ts'
import type { Named } from './premise.ts'
import { withPrepositions } from './with-prepositions.ts'
import { type Filling, fillScript, overlay } from './script.ts'

/** What the parts of the world of a plot share. */
export interface Staging extends Furniture {
  plot: PremisePlot
  cast: Record<string, CastMember>
  /** People of the premise without a role. */
  others: Named[]
  ids: Ids
  /** Names by role. */
  names: Record<string, string>
  /** Fills a sentence with the names of the story. */
  fill: (sentence: string, more?: Record<string, string>) => string
}

/** At most so many people of a premise who have no role in its plot become part of the world. */
const mostOthers = 3

// Without a time of its own a premise gets one that fits any of them.
function timeOf({ premise, genre, choose }: Furniture): string {
  return premise.time ?? choose(genre.setting === 'space' ? 'timeDefault.space' : 'timeDefault')
}

/** Builds the places, things, people and course of a story from a plot, and from what a premise and its genre bring along. */
export function worldOfPlot(furniture: Furniture, key: string): Omit<World, 'title' | 'player'> {
  const plot = premiseContent.plots[key]!
  const cast = castOf(plot, furniture)
  const { premise } = furniture
  const isCast = ({ name }: Named) => Object.values(cast).some((each) => each.name === name || each.group === name)
  const others = premise.people.filter((person) => !isCast(person)).slice(0, mostOthers)
  const ids = new Ids()
  const script = (isJsonObject(plot.world as JsonValue) ? plot.world : {}) as JsonObject
  const names: Record<string, string> = {
    time: timeOf(furniture),
    Time: capitalize(timeOf(furniture)),
    subject: premise.subject.name,
    event: furniture.choose(isSaid('competing', premise.text) ? 'eventContest' : 'event'),
    deal: furniture.choose(isSaid('owed', premise.text) ? 'dealOwed' : 'deal'),
  }
  if (premise.need.plot === key) Object.assign(names, premise.need.values)
  const victim = killedIn(premise)
  if (victim) names['victim'] = victim.name
  const add = (role: string, name: string) => {
    ids.add(role, name)
    names[role] = name
  }
  for (const role of ['start', 'near', 'far', 'desk'] as const) add(role, furniture.places[role].name)
  if (premise.locked) add('vault', furniture.places.vault.name)
  if (premise.locked && plot.needs === 'rescue') add('door', furniture.choose('doorShut'))
  const placed = premise.need.plot === key ? Object.entries(premise.need.places) : []
  for (const [role, { name }] of placed) add(role, name)
  for (const [role, { name }] of Object.entries(cast)) add(role, name)
  // Who refuses to leave is in the second place that the premise names, such as their house.
  const home = premise.places.length > 1 && premise.people.some(({ isRefusing }) => isRefusing) ? 'near' : 'desk'
  ids.share('home', home)
  names['home'] = names[home]!
  // Where the one is who knows what the task takes.
  const spot = premise.need.plot === key ? premise.need.values['spotRole'] : undefined
  if (spot !== undefined) {
    ids.share('spot', spot)
    names['spot'] = names[spot]!
  }
  for (const [index, { name }] of others.entries()) add(`other${index}`, name)
  for (const [index, { name }] of premise.things.entries()) add(`thing${index}`, name)
  const rotation = new Map<unknown, number>()
  const plurals = new Set<string>()
  const filling: Filling = {
    idOf: (role) => ids.get(role),
    fill: (sentence) => staging.fill(sentence),
    pick: (list) => {
      const at = rotation.get(list) ?? 0
      rotation.set(list, at + 1)
      return list[at % list.length]!
    },
    listed: (name) => (names[name] ?? '').split(', ').filter((each) => each !== ''),
    setting: furniture.genre.setting,
    has: (part) => has(premise, part),
  }
  // What the premise says that something is hidden in takes the place of the plot's own case.
  const hiding = premise.things.findIndex(({ isHidingPlace }) => isHidingPlace)
  const hasCase =
    hiding >= 0 && has(premise, 'missing') && isJsonObject(script['things']) && '$case' in script['things']
  if (hasCase) {
    ids.share('case', `thing${hiding}`)
    names['case'] = premise.things[hiding]!.name
  }
  for (const kind of ['places', 'things'])
    for (const [role, part] of Object.entries((script[kind] ?? {}) as JsonObject)) {
      const value = fillScript(part, { ...filling, idOf: (each) => each, fill: (each) => each })
      const own = role.slice(1)
      if (!isJsonObject(value) || names[own] !== undefined) continue
      if (typeof value['binds'] === 'string') bind(own, value['binds'])
      else add(own, fillSentence(value['name'] as string, names))
      if (value['plural'] === true) plurals.add(own)
    }
  function bind(role: string, part: string): void {
    const index = premise.things.findIndex((thing) =>
      part === 'missing'
        ? thing.isMissing && thing.isPortable
        : part === 'load'
          ? thing.name === premise.need.values['load']
          : part === 'prize'
            ? isPrize(thing)
            : isPossession(thing),
    )
    ids.share(role, `thing${index}`)
    if (premise.things[index]!.isPlural) plurals.add(role)
    names[role] = premise.things[index]!.name
  }
  const isHere = names['spot'] !== undefined && names['spot'] === names['start']
  const staging: Staging = {
    ...furniture,
    plot,
    cast,
    others,
    ids,
    names,
    fill: (sentence, more = {}) => {
      const values = { ...names, ...more }
      const pronounOf = (role: string) => cast[role]?.pronoun ?? (plurals.has(role) ? 'things' : 'it')
      const here = (text: string) => (isHere ? text.replaceAll(/, at \{the spot\},?/g, '') : text)
      const filled = (text: string) =>
        fillSentence(namedIn(withPrepositions(here(text), values), { values, pronounOf }), values)
      // A sentence of a task has names in it, too.
      return filled(filled(sentence))
    },
  }
  if (names['missing'] === undefined && has(premise, 'missing')) bind('missing', 'missing')
  const { exits, ...written } = script
  const parts = fillScript(written, filling) as JsonObject
  if (hasCase) keepCase(parts, ids)
  // What the premise calls a place comes before what the plot calls it.
  for (const [role, { name, aliases }] of placed)
    Object.assign((parts['places'] as JsonObject)[ids.get(role)] as JsonObject, {
      name,
      ...(aliases.length > 0 && { aliases }),
    })
  const base = {
    opening: fillScript(plot.hook ?? '', filling) as string,
    places: plotPlaces(staging, (fillScript(exits ?? {}, filling) ?? {}) as JsonObject),
    things: plotThings(staging),
    people: peopleOf(staging, fillScript((plot.others ?? {}) as JsonObject, filling) as JsonObject),
  } as unknown as JsonObject
  return inOrder(overlay(base, parts), parts) as unknown as World
}

// It stays where the premise has it, looks as it does there, and is only locked by the plot.
function keepCase({ things }: JsonObject, ids: Ids): void {
  const part = (things as JsonObject)[ids.get('case')] as JsonObject
  for (const key of ['name', 'aliases', 'description', 'appearance']) delete part[key]
  part['at'] = ids.get('start')
}

function peopleOf(staging: Staging, more: JsonObject): JsonObject {
  const { cast, ids, others } = staging
  const all: [string, CastMember][] = [
    ...Object.entries(cast),
    ...others.map((person, index): [string, CastMember] => [`other${index}`, person]),
  ]
  return Object.fromEntries(
    all.map(([role, person]) => {
      const base = plotPerson(staging, role, person) as unknown as JsonObject
      if (role in cast) return [ids.get(role), base]
      // Who is shut in with another is there, too.
      const isIn = person.isTrapped === true && ids.has('vault')
      return [ids.get(role), { ...overlay(base, more), ...(isIn && { at: ids.get('vault') }) }]
    }),
  )
}

// What the plot knows to answer comes before the rest.
function inOrder(world: JsonObject, { people = {} }: JsonObject): JsonObject {
  for (const [id, person] of Object.entries(world['people'] as JsonObject)) {
    const own = (people as Record<string, JsonObject>)[id]?.['topics']
    if (!isJsonObject(person) || !isJsonObject(own) || !isJsonObject(person['topics'])) continue
    const topics = person['topics']
    person['topics'] = Object.fromEntries(
      [...new Set([...Object.keys(own), ...Object.keys(topics)])].map((key) => [key, topics[key]!]),
    )
  }
  for (const thing of Object.values(world['things'] as JsonObject)) if (isJsonObject(thing)) delete thing['binds']
  return world
}
