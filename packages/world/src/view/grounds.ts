import type { Act } from '../model/act.ts'
import type { WorldState } from '../model/state.ts'
import type { Condition } from '../model/types.ts'
import { stems } from '../people/topics.ts'
import { holds } from '../rules/condition.ts'
import { Scene } from '../scene/scene.ts'
import { scopeOf } from '../scene/scope.ts'
import { type Heard, heardTexts } from './heard.ts'

/** Why an act concerns the player: what they did, heard, read, saw, or what became possible by what happened. */
export interface Ground {
  kind: 'done' | 'told' | 'read' | 'seen' | 'followed'
  /** The thing, person or place that it is about, or the id of a topic. */
  about: string
  /** Turns since then. */
  age: number
  /** Who spoke of it, or the thing that it is written on. */
  source?: string
}

/** What the player knows, for the grounds of several acts in one state. */
export class Grounds {
  readonly #scene: Scene
  readonly #start: Scene
  readonly #heard: readonly Heard[]
  readonly #inSight: ReadonlySet<string>

  constructor(scene: Scene) {
    const start: WorldState = scene.world.state ?? {}
    this.#scene = scene
    this.#start = new Scene(scene.world, start)
    this.#heard = heardTexts(scene)
    this.#inSight = new Set(scopeOf(scene).map(({ id }) => id))
  }

  /**
   * The grounds of an act, the latest first. Empty if one of its things, people, topics or places is unknown to the player, or
   * if it has none, such as waiting.
   */
  of(act: Act): Ground[] {
    const { thing, things = [], with: tool, where, person, topic, to } = act
    const destination = to === undefined ? undefined : this.#scene.exitsOf(this.#scene.here)[to]?.to
    const named = [thing, ...things, tool, where, person, destination].filter((id) => id !== undefined)
    const known = named.map((id) => this.about(id))
    if (topic !== undefined) known.push(this.#aboutTopic(person, topic))
    if (known.some((grounds) => grounds.length === 0)) return []
    return known.flat().toSorted((a, b) => a.age - b.age)
  }

  /** The grounds of a thing, person or place, the latest first. What is only described has none. */
  about(id: string): Ground[] {
    const scene = this.#scene
    const { name, aliases = [] } = scene.things[id] ?? scene.people[id] ?? scene.places[id] ?? {}
    if (name === undefined) return []
    const found = [...this.#done(id), ...this.#saw(id)]
    // Another name, such as "card", may have been used of something else, so it gives no source.
    const sure = this.#named([name, ...this.#partsOf(name, aliases)], id)
    const loose = this.#named(aliases, id).map(({ kind, about, age }): Ground => ({ kind, about, age }))
    return [...found, ...sure, ...loose].toSorted((a, b) => a.age - b.age)
  }

  // "Brandy" of "bottle of brandy", if no other name in the world has the word.
  #partsOf(name: string, aliases: readonly string[]): string[] {
    const { things, people, places } = this.#scene
    const words = stems(name)
    const parts = [words.at(-1) ?? '', ...aliases.flatMap(stems).filter((word) => words.includes(word))]
    const all = [things, people, places].flatMap((each) => Object.values(each))
    return parts.filter(
      (part) => part.length > minLength && all.filter((each) => stems(each.name).includes(part)).length === 1,
    )
  }

  /** Whether the player has read or heard the name of a thing, person or place. */
  hasName(id: string): boolean {
    const { name } = this.#scene.things[id] ?? this.#scene.people[id] ?? this.#scene.places[id] ?? {}
    return name !== undefined && this.#named([name], id).length > 0
  }

  #done(id: string): Ground[] {
    const { deeds = {}, report, talked, happened } = this.#scene.state
    const ages = Object.values(deeds)
      .filter(({ by, thing, person }) => by === 'player' && (thing === id || person === id))
      .map(({ turn }) => Math.max(0, (report?.seq ?? turn) - turn))
    const met = happened?.[`met:${id}`]
    if (met !== undefined) ages.push(this.#ageOf(met))
    for (const { turn } of Object.values(talked?.[id] ?? {})) ages.push(Math.max(0, (report?.seq ?? turn) - turn))
    return ages.map((age) => ({ kind: 'done', about: id, age }))
  }

  #saw(id: string): Ground[] {
    const { visited = {}, happened = {} } = this.#scene.state
    const turns = [visited[id], happened[`examined:${id}`], happened[`read:${id}`]].filter((turn) => turn !== undefined)
    const here = happened[`seen:${this.#scene.here}`] ?? this.#now
    // What came here is new, unless the player has had to do with it.
    if (this.#inSight.has(id)) turns.push(this.#scene.isMoved(id) && this.#done(id).length === 0 ? this.#now : here)
    return turns.map((turn) => ({ kind: 'seen', about: id, age: this.#ageOf(turn) }))
  }

  #aboutTopic(person: string | undefined, topic: string): Ground[] {
    const { keywords = [], when } = this.#scene.people[person ?? '']?.topics?.[topic] ?? {}
    const found = this.#named([topic.replaceAll('_', ' ')], topic)
    // A keyword may have been used of something else, so it gives no source.
    if (found.length === 0) {
      const others = keywords.filter((word) => word.length > minLength)
      found.push(...this.#named(others, topic).map(({ kind, about, age }) => ({ kind, about, age })))
    }
    // What the person could be asked about was read.
    const listed = this.#scene.state.happened?.[`listed:${person}:${topic}`]
    if (listed !== undefined) found.push({ kind: 'seen', about: topic, age: this.#ageOf(listed) })
    if (when !== undefined && !holds(this.#start, when))
      found.push({ kind: 'followed', about: topic, age: this.#ageOf(this.#turnOf(when) ?? 0) })
    return found
  }

  // The last text of each kind that has one of the names.
  #named(names: readonly string[], about: string): Ground[] {
    const words = names.map((name) => ` ${stems(name).join(' ')} `).filter((each) => each.trim() !== '')
    const found: Ground[] = []
    for (const { words: text, turn, by, from } of this.#heard) {
      const kind = by !== undefined ? 'told' : from !== undefined ? 'read' : 'seen'
      if (found.some((ground) => ground.kind === kind) || !words.some((each) => text.includes(each))) continue
      const source = by ?? from
      found.push({ kind, about, age: this.#ageOf(turn), ...(source !== undefined && { source }) })
    }
    return found
  }

  get #now(): number {
    return this.#scene.state.turn ?? 0
  }

  #ageOf(turn: number): number {
    return Math.max(0, this.#now - turn)
  }

  // The last turn of those that made a condition hold, as far as the state records it.
  #turnOf(condition: Condition): number | undefined {
    const { state } = this.#scene
    if (Array.isArray(condition)) return this.#lastOf(condition)
    if ('all' in condition) return this.#lastOf(condition.all)
    if ('any' in condition) return this.#lastOf(condition.any.filter((each) => holds(this.#scene, each)))
    if ('happened' in condition) return state.happened?.[condition.happened]
    if ('visited' in condition) return state.visited?.[condition.visited]
    if ('knows' in condition) return state.knows?.[condition.knows[0]]?.[condition.knows[1]]?.turn
    return undefined
  }

  #lastOf(conditions: readonly Condition[]): number | undefined {
    const turns = conditions.map((each) => this.#turnOf(each)).filter((turn) => turn !== undefined)
    return turns.length === 0 ? undefined : Math.max(...turns)
  }
}

/** Shorter keywords, such as "job", are found in too many texts. */
const minLength = 3
