import type { Exit, Location, Person, Place, Thing, World } from '../model/types.ts'
import type { WorldState } from '../model/state.ts'

/** More levels of containers than this are a circle. */
const maxDepth = 40

/** A world in one state. It is not changed through this class. */
export class Scene {
  readonly world: World
  state: WorldState
  readonly places: Record<string, Place>
  readonly things: Record<string, Thing>
  readonly people: Record<string, Person>

  constructor(world: World, state: WorldState) {
    this.world = world
    this.state = state
    const added = (state.added ?? {}) as Partial<Pick<World, 'places' | 'things' | 'people'>>
    this.places = added.places ? { ...world.places, ...added.places } : world.places
    this.things = added.things ? { ...world.things, ...added.things } : world.things
    this.people = added.people ? { ...world.people, ...added.people } : world.people
  }

  /** The id of the place of the player. */
  get here(): string {
    return this.locationOf('player')
  }

  /** Whether words are the id of a thing, person or place. */
  isId(id: string): boolean {
    return id in this.things || id in this.people || id in this.places
  }

  /** Whether the person of an act is a name that nothing in the world has. */
  isForeignName(person: string): boolean {
    return person !== 'player' && !person.startsWith('?') && !this.isId(person)
  }

  locationOf(id: string): Location {
    const moved = this.state.at?.[id]
    if (moved !== undefined) return moved
    if (id === 'player') return this.world.player.at
    return this.things[id]?.at ?? this.people[id]?.at ?? 'nowhere'
  }

  /** The name of a thing, person or place, and what else it is called. Words that are not an id name themselves. */
  namesOf(id: string): string[] {
    const { name = id, aliases = [] } = this.things[id] ?? this.people[id] ?? this.places[id] ?? {}
    return [name, ...aliases]
  }

  /** Whether a thing or person is elsewhere than at first. */
  isMoved(id: string): boolean {
    const at = this.things[id]?.at ?? this.people[id]?.at ?? 'nowhere'
    return this.locationOf(id) !== at
  }

  /** The place where a thing or person is, through containers and carriers; `undefined` for nowhere. */
  placeOf(id: string): string | undefined {
    let at = id
    for (let depth = 0; depth < maxDepth; depth += 1) {
      at = this.locationOf(at)
      if (at in this.places) return at
      if (at.startsWith('in:') || at.startsWith('on:')) at = at.slice(3)
      else if (at !== 'player' && !(at in this.people)) return undefined
    }
    return undefined
  }

  /** Whether `id` is in, on or carried by `holder`, through any number of levels. */
  isWithin(id: string, holder: string): boolean {
    let at = id
    for (let depth = 0; depth < maxDepth; depth += 1) {
      const location = this.locationOf(at)
      at = /^(?:in|on):/.test(location) ? location.slice(3) : location
      if (at === holder) return true
      if (!(at in this.things) && !(at in this.people) && at !== 'player') return false
    }
    return false
  }

  is(id: string, property: string): boolean {
    const changed = this.state.is?.[id]?.[property]
    return changed ?? this.things[id]?.is?.includes(property) === true
  }

  /** Whether what is inside can be seen and reached. */
  isOpen(id: string): boolean {
    return this.things[id]?.openable === true ? this.is(id, 'open') : true
  }

  isCarried(id: string): boolean {
    return this.locationOf(id) === 'player'
  }

  /** Things directly at a location. */
  thingsAt(location: Location): string[] {
    return Object.keys(this.things).filter((id) => this.locationOf(id) === location)
  }

  /** Whether the player could carry it. */
  isPortable(id: string): boolean {
    const { portable, supporter, fixed } = this.things[id] ?? { portable: false }
    return portable ?? (supporter !== true && fixed === undefined && !this.is(id, 'scenery'))
  }

  /** Living people at a place. */
  peopleAt(place: string): string[] {
    return Object.keys(this.people).filter((id) => this.locationOf(id) === place && !this.is(id, 'dead'))
  }

  /** Living people who are elsewhere, but hear and answer at a place. */
  voicesAt(place: string): string[] {
    return Object.entries(this.people).flatMap(([id, { voiceIn = [] }]) => {
      const isHeard = voiceIn === 'everywhere' || voiceIn.includes(place)
      return isHeard && this.locationOf(id) !== place && !this.is(id, 'dead') ? [id] : []
    })
  }

  /** Who hears what is said at a place, those who are there first. */
  hearersAt(place: string): string[] {
    return [...this.peopleAt(place), ...this.voicesAt(place)]
  }

  /** How a person feels about the player: −100 to 100. */
  feelingOf(person: string): number {
    const { feeling, faction } = this.people[person] ?? {}
    const base = feeling ?? (faction === undefined ? 0 : this.standingWith(faction))
    return clamp(base + (this.state.feelings?.[person] ?? 0))
  }

  /** The player's standing with a faction: −100 to 100. */
  standingWith(faction: string): number {
    return clamp((this.world.factions?.[faction]?.reputation ?? 0) + (this.state.standing?.[faction] ?? 0))
  }

  /** Exits that can be seen, with changes of the state. A changed exit loses its condition and keeps its door. */
  exitsOf(place: string): Record<string, Exit> {
    const exits: Record<string, Exit> = {}
    for (const [direction, exit] of Object.entries(this.places[place]?.exits ?? {})) {
      const full = typeof exit === 'string' ? { to: exit } : exit
      if (full.door === undefined || !this.is(full.door, 'hidden')) exits[direction] = full
    }
    for (const [direction, to] of Object.entries(this.state.exits?.[place] ?? {})) {
      const door = exits[direction]?.door
      if (to === 'nowhere') delete exits[direction]
      else exits[direction] = { to, ...(door !== undefined && { door }) }
    }
    return exits
  }
}

function clamp(value: number): number {
  return Math.max(-100, Math.min(100, value))
}
