import type { JsonValue } from '@narratoria/protocol'
import type { Random } from '../model/act.ts'
import type { Deed, ReportEntry, WorldState } from '../model/state.ts'
import type { Location, Text, World } from '../model/types.ts'
import { capital, fillSlots, Naming, type Phrases, type Slots } from '../text/render.ts'
import { Scene } from './scene.ts'

/** Deeds that are kept; the oldest unimportant ones are forgotten first. */
const maxDeeds = 200

/** What a scene is changed with. */
export interface LiveSceneOptions {
  /** The session's number of the turn. */
  seq: number
  phrases: Phrases
  random: Random
}

/** Thrown by an act that the world forbids; `perform` catches it. */
export class Refused {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A scene that acts and rules change. It works on a copy of the state. */
export class LiveScene extends Scene {
  readonly seq: number
  readonly phrases: Phrases
  readonly random: Random
  readonly naming: Naming
  readonly entries: ReportEntry[] = []
  readonly reputation: Record<string, number> = {}
  readonly assets: { asset: string; caption?: string }[] = []
  /** The act that entries belong to. */
  act = ''

  constructor(world: World, state: WorldState, options: LiveSceneOptions) {
    super(world, structuredClone(state))
    this.seq = options.seq
    this.phrases = options.phrases
    this.random = options.random
    this.naming = new Naming(this, options.phrases)
  }

  get now(): number {
    return this.state.turn ?? 0
  }

  /** The next variant of a phrase, with its slots filled. */
  phrase(key: string, slots: Slots = {}): string {
    const variants = this.phrases[key]
    if (!variants || variants.length === 0) throw new Error(`The phrase "${key}" is missing.`)
    return this.fill(this.next(`phrase:${key}`, variants, true), slots)
  }

  /** The next of the texts that an author wrote; the last one is used again. */
  text(key: string, text: Text): string {
    return typeof text === 'string' ? text : this.next(key, text, false)
  }

  fill(template: string, slots: Slots): string {
    return fillSlots(template, slots, this.naming)
  }

  say(key: string, slots: Slots = {}, kind: ReportEntry['kind'] = 'act'): void {
    this.tell(this.phrase(key, slots), kind)
  }

  tell(text: string, kind: ReportEntry['kind'] = 'act', speaker?: string): void {
    const trimmed = text.trim()
    if (trimmed !== '')
      this.entries.push({ act: this.act, text: trimmed, kind, ...(speaker !== undefined && { speaker }) })
  }

  /** Lets a person say something. A line without quotation marks is put into them. */
  speak(person: string, line: string): void {
    if (this.is(person, 'dead') || this.placeOf(person) !== this.here) return
    const quoted = /["“”]/.test(line) ? line : this.phrase('speech.says', { line: withComma(line), person })
    this.tell(capital(true, quoted), 'speech', person)
  }

  refuse(key: string, slots: Slots = {}): never {
    throw new Refused(this.phrase(key, slots))
  }

  refuseWith(text: string): never {
    throw new Refused(text)
  }

  move(id: string, to: Location): void {
    ;(this.state.at ??= {})[id] = to
  }

  make(id: string, property: string, value = true): void {
    ;((this.state.is ??= {})[id] ??= {})[property] = value
  }

  setFlag(flag: string, value: JsonValue): void {
    ;(this.state.flags ??= {})[flag] = value
  }

  learn(who: string, fact: string, from?: string): void {
    const known = ((this.state.knows ??= {})[who] ??= {})
    known[fact] ??= { turn: this.now, ...(from !== undefined && { from }) }
  }

  feel(person: string, by: number): void {
    if (!(person in this.people) || by === 0) return
    const feelings = (this.state.feelings ??= {})
    feelings[person] = Math.max(-200, Math.min(200, (feelings[person] ?? 0) + by))
  }

  changeStanding(faction: string, by: number): void {
    const standing = (this.state.standing ??= {})
    standing[faction] = Math.max(-200, Math.min(200, (standing[faction] ?? 0) + by))
    this.reputation[faction] = (this.reputation[faction] ?? 0) + by
  }

  happen(id: string): void {
    ;(this.state.happened ??= {})[id] = this.now
  }

  /** Records what somebody did. Those who are present know it; important deeds are never forgotten. */
  recordDeed(deed: Omit<Deed, 'turn' | 'place'>): void {
    const deeds = (this.state.deeds ??= {})
    const id = `d${this.seq}_${Object.keys(deeds).filter((key) => key.startsWith(`d${this.seq}_`)).length + 1}`
    deeds[id] = { turn: this.seq, place: this.here, ...deed }
    if (deed.important) for (const person of this.peopleAt(this.here)) this.learn(person, id)
    const forgettable = Object.keys(deeds).filter((key) => deeds[key]?.important !== true)
    for (const old of forgettable.slice(0, Math.max(forgettable.length - maxDeeds, 0))) delete deeds[old]
  }

  next(key: string, texts: readonly string[], repeat: boolean): string {
    if (texts.length === 1) return texts[0]!
    const used = (this.state.used ??= {})
    const count = used[key] ?? 0
    used[key] = repeat ? (count + 1) % texts.length : Math.min(count + 1, texts.length)
    return texts[Math.min(count, texts.length - 1)] ?? ''
  }
}

function withComma(line: string): string {
  return line.trim().replace(/\.$/, ',')
}
