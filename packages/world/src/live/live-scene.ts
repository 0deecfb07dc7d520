import type { JsonValue } from '@narratoria/protocol'
import { cloneJson } from '../json.ts'
import type { Act, Random } from '../model/act.ts'
import type { Deed, ReportEntry, WorldState } from '../model/state.ts'
import type { Location, Text, World } from '../model/types.ts'
import { Scene } from '../scene/scene.ts'
import { capital, fillSlots, Naming, type Phrases, type Slots, withPlayerName } from '../text/render.ts'
import { forgetDeeds } from './forget-deeds.ts'
import { keepLine } from './keep-line.ts'

export interface LiveSceneOptions {
  /** The session's number of the turn. */
  seq: number
  phrases: Phrases
  random: Random
  /** Performs another act as a part of the current one, with all its rules. */
  perform: (scene: LiveScene, act: Act) => void
}

/** Thrown by an act that the world forbids; `LiveScene.attempt` catches it. */
class Refused {
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
  reputation: Record<string, number> = {}
  readonly assets: { asset: string; caption?: string }[] = []
  /** The act that entries belong to. */
  act = ''
  /** Whether the player has said yes to what an act asked first. */
  isConfirmed = false
  /** The place that was described last during this act. */
  described: string | undefined
  /** The person who heard words without a name. */
  listener: string | undefined
  /** An act that the player is asked to complete. */
  pending: NonNullable<WorldState['focus']>['pending']
  readonly #perform: LiveSceneOptions['perform']
  #implied = 0
  #groups: Map<string, { one: string; many: string; from: string | undefined; things: string[] }> | undefined

  constructor(world: World, state: WorldState, options: LiveSceneOptions) {
    super(world, cloneJson(state))
    this.seq = options.seq
    this.phrases = options.phrases
    this.random = options.random
    this.#perform = options.perform
    this.naming = new Naming(this, options.phrases)
  }

  get now(): number {
    return this.state.turn ?? 0
  }

  /** Whether the current act is only done because another one needs it. */
  get isImplied(): boolean {
    return this.#implied > 0
  }

  /** Performs an act that the current one needs, such as taking what is to be given. A refusal refuses both. */
  imply(act: Act): void {
    this.#implied += 1
    try {
      this.#perform(this, act)
    } finally {
      this.#implied -= 1
    }
  }

  /** Performs another act in place of the current one: "use the key on the chest" means "unlock the chest". */
  redirect(act: Act): void {
    this.#perform(this, act)
  }

  /** Runs an act. Returns the reason if it was refused; then nothing has changed, except that texts were used. */
  attempt(run: () => void): string | undefined {
    const { state, reputation } = this
    const [entries, assets] = [this.entries.length, this.assets.length]
    this.state = cloneJson(state)
    this.reputation = { ...reputation }
    try {
      run()
      return undefined
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (this.state.used) state.used = this.state.used
      this.state = state
      this.reputation = reputation
      this.described = undefined
      this.entries.length = entries
      this.assets.length = assets
      return error.text
    }
  }

  /** The next variant of a phrase, with its slots filled. */
  phrase(key: string, slots: Slots = {}): string {
    const variants = this.phrases[key]
    if (!variants || variants.length === 0) throw new Error(`The phrase "${key}" is missing.`)
    return this.fill(this.next(`phrase:${key}`, variants, true), slots)
  }

  /** The next of the texts that an author wrote; the last one is used again. */
  text(key: string, text: Text): string {
    return withPlayerName(typeof text === 'string' ? text : this.next(key, text, false), this)
  }

  fill(template: string, slots: Slots): string {
    return fillSlots(template, slots, this.naming)
  }

  say(key: string, slots: Slots = {}, kind: ReportEntry['kind'] = 'act', speaker?: string): void {
    const isSpeechless = kind === 'speech' && speaker !== undefined && this.is(speaker, 'speechless')
    this.emit(isSpeechless ? this.#withoutWords(speaker) : this.phrase(key, slots), kind, speaker)
  }

  // What those do who have the property "speechless", such as animals, where others would speak.
  #withoutWords(person: string): string {
    const own = this.people[person]?.unknown
    return own === undefined
      ? this.phrase('speechless', { person })
      : this.next(`unknown:${person}`, [own].flat(), true)
  }

  /** Says a sentence about a thing. In an act on several things, the things with equal other slots share one sentence. */
  sayOfEach(one: string, many: string, slots: { thing: string; from?: string }): void {
    const group = this.#groups
    if (!group) return this.say(one, slots)
    const key = `${one} ${slots.from ?? ''}`
    const found = group.get(key) ?? { one, many, from: slots.from, things: [] }
    found.things.push(slots.thing)
    group.set(key, found)
  }

  /** Runs an act on several things, then says what was collected by {@link sayOfEach}. */
  together<T>(run: () => T): T {
    this.#groups = new Map()
    const before = this.entries.length
    const result = run()
    const groups = [...this.#groups.values()]
    this.#groups = undefined
    const rest = this.entries.splice(before)
    for (const { one, many, from, things } of groups) {
      if (things.length === 1) this.say(one, { thing: things[0], from })
      else this.say(many, { things, from })
    }
    this.entries.push(...rest)
    return result
  }

  emit(text: string, kind: ReportEntry['kind'] = 'act', speaker?: string): void {
    const trimmed = text.trim()
    if (trimmed === '') return
    // A gesture is not a line.
    const isSpoken = kind === 'speech' && /[“"]/.test(trimmed)
    if (isSpoken && speaker !== undefined && speaker in this.people)
      keepLine(this.state, speaker, { turn: this.seq, line: trimmed })
    this.entries.push({ act: this.act, text: trimmed, kind, ...(speaker !== undefined && { speaker }) })
  }

  /**
   * Lets a person say something. A line without quotation marks is put into them, unless it begins with the person's name,
   * or, where `mayBeNarrated`, with their pronoun.
   */
  speak(person: string, line: string, { mayBeNarrated = false }: { mayBeNarrated?: boolean } = {}): void {
    const isHeard = this.placeOf(person) === this.here || this.voicesAt(this.here).includes(person)
    if (this.is(person, 'dead') || !isHeard) return
    const subjects = [this.naming.the(person), ...(mayBeNarrated ? [this.naming.form('he', [person])] : [])]
    const isNarrated = subjects.some((subject) => line.toLowerCase().startsWith(`${subject.toLowerCase()} `))
    const quoted = isNarrated || /["“”]/.test(line)
    const text = quoted ? line : this.phrase('speech.says', { line: withComma(line), person })
    // Behind another speaker, a line that does not name its own would be taken for theirs.
    const before = [...Object.values(this.state.report?.entries ?? {}), ...this.entries].at(-1)?.speaker
    const isNext = before !== undefined && before !== person && this.act !== 'turn'
    if (isNext && !text.toLowerCase().includes(this.naming.the(person).toLowerCase()))
      this.say('speech.next', { person })
    this.emit(capital(true, text), 'speech', person)
  }

  refuse(key: string, slots: Slots = {}): never {
    throw new Refused(this.phrase(key, slots))
  }

  refuseWith(text: string): never {
    throw new Refused(text)
  }

  /** Moves a thing or person. What would contain itself stays where it is. */
  move(id: string, to: Location): void {
    const holder = to.replace(/^(?:in|on):/, '')
    if (holder === id || this.isWithin(holder, id)) return
    ;(this.state.at ??= {})[id] = to
  }

  make(id: string, property: string, value = true): void {
    if (this.is(id, property) !== value) ((this.state.is ??= {})[id] ??= {})[property] = value
  }

  setFlag(flag: string, value: JsonValue): void {
    ;(this.state.flags ??= {})[flag] = value ?? false
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

  hasHappened(id: string): boolean {
    return this.state.happened?.[id] !== undefined
  }

  /** Records what a person or the player did. Those who are present know of important deeds. */
  recordDeed(deed: Omit<Deed, 'turn' | 'place'>): void {
    const deeds = (this.state.deeds ??= {})
    const own = `d${this.seq}_`
    const id = `${own}${Object.keys(deeds).filter((key) => key.startsWith(own)).length + 1}`
    deeds[id] = { turn: this.seq, place: this.here, ...deed }
    if (deed.important) for (const person of this.peopleAt(this.here)) this.learn(person, id)
    forgetDeeds(this.state)
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
