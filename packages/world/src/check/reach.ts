import type { Effect, Exit, Rule, Thing, World } from '../model/types.ts'
import type { StartState } from '../model/state.ts'
import { anyNumber, isPossible } from './possible.ts'

/**
 * What can become true in a world by some acts, as an upper bound: nothing that was possible once becomes impossible, and a
 * `not` is always possible. What is missing here can never happen; what is here may still be impossible in combination.
 */
export class Reach {
  readonly world: World
  readonly places = new Set<string>()
  /** Things and people to the locations where they can be. */
  readonly at = new Map<string, Set<string>>()
  /** `thing:property` */
  readonly properties = new Set<string>()
  readonly flags = new Map<string, Set<unknown>>()
  /** `who:fact`, `person:topic` and events. */
  readonly known = new Set<string>()
  readonly talked = new Set<string>()
  readonly happened = new Set<string>()
  readonly endings = new Set<string>()
  /** People and factions to how far feelings and standing can rise or fall by effects. */
  readonly raised = new Set<string>()
  readonly lowered = new Set<string>()
  readonly exits = new Map<string, Set<string>>()
  #changed = true

  constructor(world: World, flags: Record<string, readonly unknown[]> = {}) {
    this.world = world
    for (const [flag, values] of Object.entries(flags)) this.flags.set(flag, new Set(values))
    this.places.add(world.player.at)
    this.addAt('player', world.player.at)
    for (const kind of [world.things, world.people]) for (const [id, { at }] of Object.entries(kind)) this.addAt(id, at)
    for (const [id, { is = [] }] of Object.entries(world.things))
      for (const property of is) this.properties.add(`${id}:${property}`)
    for (const [id, { knows = [] }] of Object.entries(world.people))
      for (const fact of knows) this.known.add(`${id}:${fact}`)
    this.#begin(world.state ?? {})
    while (this.#changed) {
      this.#changed = false
      this.#step()
    }
  }

  /** Whether the player can come to a place where the thing or person is, and get at it. */
  isReachable(id: string, depth = 0): boolean {
    if (depth > 20) return false
    const { things } = this.world
    if (things[id]?.is?.includes('hidden') === true && !this.properties.has(`${id}:not hidden`)) return false
    return [...(this.at.get(id) ?? [])].some((location) => {
      if (location === 'player') return true
      if (this.places.has(location)) return this.#isLit(location)
      if (location.startsWith('on:')) return this.isReachable(location.slice(3), depth + 1)
      if (location.startsWith('in:'))
        return this.isReachable(location.slice(3), depth + 1) && this.canOpen(location.slice(3), depth + 1)
      return location in this.world.people && this.isReachable(location, depth + 1)
    })
  }

  /** Whether the player can have a thing. */
  isObtainable(id: string, depth = 0): boolean {
    if (this.at.get(id)?.has('player') === true) return true
    const thing = this.world.things[id]
    if (!thing || !isPortable(thing) || !this.isReachable(id, depth)) return false
    const isHeld = [...(this.at.get(id) ?? [])].every((location) => location in this.world.people)
    return !isHeld || !this.isForbidden('attack')
  }

  canOpen(id: string, depth = 0): boolean {
    const thing = this.world.things[id]
    if (thing?.openable !== true || this.properties.has(`${id}:open`)) return true
    if (depth > 20) return false
    if (thing.is?.includes('locked') !== true || this.properties.has(`${id}:not locked`)) return true
    return thing.force !== undefined || (thing.key !== undefined && this.isObtainable(thing.key, depth + 1))
  }

  isForbidden(act: string): boolean {
    return this.world.forbidden?.some((each) => each.act === act) === true
  }

  #begin({ is = {}, visited, knows = {}, happened, exits = {}, talked = {}, ...state }: StartState): void {
    for (const [id, properties] of Object.entries(is))
      for (const [property, value] of Object.entries(properties))
        this.properties.add(`${id}:${value ? '' : 'not '}${property}`)
    for (const place of Object.keys(visited ?? {})) this.places.add(place)
    for (const event of Object.keys(happened ?? {})) this.happened.add(event)
    for (const [who, facts] of Object.entries(knows))
      for (const fact of Object.keys(facts)) this.known.add(`${who}:${fact}`)
    for (const [person, topics] of Object.entries(talked))
      for (const topic of Object.keys(topics)) this.talked.add(`${person}:${topic}`)
    for (const [place, ways] of Object.entries(exits))
      for (const to of Object.values(ways)) if (to !== 'nowhere') this.#addTo(this.exits, place, to)
    for (const [id, by] of Object.entries({ ...state.feelings, ...state.standing }))
      this.#add(by > 0 ? this.raised : this.lowered, id)
  }

  #step(): void {
    const { world } = this
    for (const place of this.places) {
      for (const exit of Object.values(world.places[place]?.exits ?? {})) this.#follow(exit)
      for (const to of this.exits.get(place) ?? []) this.#add(this.places, to)
    }
    for (const [id, thing] of Object.entries(world.things)) this.#useThing(id, thing)
    for (const [id, person] of Object.entries(world.people)) this.#meet(id, person)
    for (const [id, rule] of Object.entries(world.rules ?? {})) this.#fire(id, rule)
    for (const [id, { when, then }] of Object.entries(world.beats ?? {}))
      if (isPossible(this, when)) {
        this.#add(this.happened, id)
        this.#apply(then)
      }
    for (const [id, { when }] of Object.entries(world.endings ?? {}))
      if (when !== undefined && isPossible(this, when)) this.#add(this.endings, id)
  }

  #follow(exit: string | Exit): void {
    const { to, door, when } = typeof exit === 'string' ? { to: exit, door: undefined, when: undefined } : exit
    if ((door === undefined || this.canOpen(door)) && isPossible(this, when)) this.#add(this.places, to)
  }

  #useThing(id: string, thing: Thing): void {
    if (!this.isReachable(id)) return
    if (this.isObtainable(id)) {
      this.addAt(id, 'player')
      for (const place of this.places) this.addAt(id, place)
      if (thing.wearable) this.#add(this.properties, `${id}:worn`)
      if (thing.edible || thing.drinkable) this.addAt(id, 'nowhere')
    }
    if (thing.openable && this.canOpen(id)) this.#add(this.properties, `${id}:open`)
    if (thing.lockable && thing.key !== undefined && this.isObtainable(thing.key))
      this.#add(this.properties, `${id}:locked`)
    if (thing.force !== undefined) this.#add(this.properties, `${id}:broken`)
    if (thing.light && (thing.litWith === undefined || this.isReachable(thing.litWith)))
      this.#add(this.properties, `${id}:lit`)
    for (const [holder, { supporter, container }] of Object.entries(this.world.things))
      if ((supporter || container) && holder !== id && this.at.get(id)?.has('player') && this.isReachable(holder))
        this.addAt(id, `${supporter ? 'on' : 'in'}:${holder}`)
  }

  #meet(id: string, person: World['people'][string]): void {
    if (isPossible(this, person.route?.when)) for (const place of person.route?.places ?? []) this.addAt(id, place)
    if (!this.isReachable(id)) return
    if (person.follows !== undefined && isPossible(this, person.follows))
      for (const place of this.places) this.addAt(id, place)
    if (!this.isForbidden('attack')) {
      this.#add(this.properties, `${id}:${person.yields ? 'beaten' : 'dead'}`)
      this.#apply(person.yields)
      this.#add(this.lowered, id)
      if (person.faction !== undefined) this.#add(this.lowered, person.faction)
      if ('death' in (this.world.endings ?? {})) this.#add(this.endings, 'death')
    }
    for (const [topic, { when, fact, then }] of Object.entries(person.topics ?? {})) {
      if (!isPossible(this, when)) continue
      this.#add(this.talked, `${id}:${topic}`)
      if (fact !== undefined) this.#add(this.known, `player:${fact}`)
      this.#apply(then)
    }
    for (const { thing, when, then } of person.wants ?? []) {
      if (!this.isObtainable(thing) || !isPossible(this, when)) continue
      this.addAt(thing, id)
      this.#add(this.raised, id)
      if (person.faction !== undefined) this.#add(this.raised, person.faction)
      this.#apply(then)
    }
    for (const known of this.known)
      if (known.startsWith('player:')) this.#add(this.known, `${id}:${known.slice('player:'.length)}`)
  }

  #fire(id: string, rule: Rule): void {
    if (rule.refuse !== undefined || !isPossible(this, rule.when)) return
    const { on } = rule
    if (on) {
      const within = (roles: string | string[] | undefined, isThere: (id: string) => boolean) =>
        roles === undefined || [roles].flat().some(isThere)
      const { things, people, places } = this.world
      const reachable = (each: string) => !(each in things || each in people) || this.isReachable(each)
      const fits =
        within(on.place, (each) => this.places.has(each)) &&
        [on.thing, on.with, on.where, on.person].every((roles) => within(roles, reachable)) &&
        within(on.to, (each) => !(each in places) || this.#isKnown(each)) &&
        within(on.act, (each) => !this.isForbidden(each))
      if (!fits) return
    }
    this.#add(this.happened, id)
    this.#apply(rule.then)
    this.#apply(rule.roll?.partial)
    this.#apply(rule.roll?.failure)
  }

  // A place that is next to a reachable one can be named, even if the way is barred.
  #isKnown(place: string): boolean {
    return [...this.places].some((here) =>
      Object.values(this.world.places[here]?.exits ?? {}).some(
        (exit) => (typeof exit === 'string' ? exit : exit.to) === place,
      ),
    )
  }

  #apply(effects: readonly Effect[] | undefined): void {
    for (const effect of effects ?? []) {
      if ('move' in effect) this.#move(...effect.move)
      else if ('make' in effect)
        this.#add(this.properties, `${effect.make[0]}:${effect.make[2] === false ? 'not ' : ''}${effect.make[1]}`)
      else if ('set' in effect) this.#setFlag(effect)
      else if ('learn' in effect) this.#add(this.known, effect.learn.join(':'))
      else if ('feel' in effect) this.#add(effect.feel[1] > 0 ? this.raised : this.lowered, effect.feel[0])
      else if ('reputation' in effect)
        this.#add(effect.reputation[1] > 0 ? this.raised : this.lowered, effect.reputation[0])
      else if ('exit' in effect) {
        if (effect.exit[2] !== null) this.#addTo(this.exits, effect.exit[0], effect.exit[2])
      } else if ('ending' in effect) this.#add(this.endings, effect.ending)
      else if ('if' in effect) {
        if (isPossible(this, effect.if)) this.#apply(effect.then)
        this.#apply(effect.else)
      }
    }
  }

  #move(id: string, to: string): void {
    if (id === 'player') this.#add(this.places, to)
    this.addAt(id, to)
  }

  #setFlag({ set, to, add }: Extract<Effect, { set: string }>): void {
    this.#addTo(this.flags, set, add === undefined ? (to ?? true) : anyNumber)
  }

  // A dark place shows its things once the player can carry a light there, or a light is there.
  #isLit(place: string): boolean {
    if (this.world.places[place]?.dark !== true) return true
    return Object.entries(this.world.things).some(
      ([id, { light }]) =>
        light === true &&
        (this.properties.has(`${id}:lit`) || this.at.get(id)?.has('player') === true) &&
        (this.at.get(id)?.has('player') === true || this.at.get(id)?.has(place) === true),
    )
  }

  addAt(id: string, location: string): void {
    this.#addTo(this.at, id, location)
  }

  #addTo<T>(map: Map<string, Set<T>>, key: string, value: T): void {
    const set = map.get(key) ?? new Set<T>()
    map.set(key, set)
    this.#add(set, value)
  }

  #add<T>(set: Set<T>, value: T): void {
    if (set.has(value)) return
    set.add(value)
    this.#changed = true
  }
}

function isPortable({ portable, supporter, fixed, is }: Thing): boolean {
  return portable ?? (supporter !== true && fixed === undefined && is?.includes('scenery') !== true)
}
