import type { WorldState } from '../model/state.ts'
import type { Scene } from '../scene/scene.ts'
import { patternsOf } from './patterns.ts'

/** Sentences by key; each has variants that are used in turn. Slots are `{the thing}`, `{a thing}`, `{The thing}`, `{word}`. */
export type Phrases = Record<string, readonly string[]>

/** Values of slots: ids of things, people and places, or words. */
export type Slots = Record<string, string | readonly string[] | undefined>

/** Slots for words that name nothing in the world. */
const verbatim = new Set(['word', 'text'])

/** Fills the slots of a phrase. A slot `{the x}` names the thing of slot `x` with its article; `{x}` inserts it as it is. */
export function fillSlots(template: string, slots: Slots, naming: Naming): string {
  // "{He person} look{s person}" agrees with the pronoun, "{The person} look{s person}" with the name.
  const pronouns = new Set<string>()
  return template.replaceAll(
    /\{(?:(the|The|a|A|he|He|him|his|is|has|do|s) )?([\w]+)\}/g,
    (whole, form: string | undefined, key: string) => {
      const value = slots[key]
      if (value === undefined) return whole
      const ids = typeof value === 'string' ? [value] : value
      // Words of the player may be the id of something.
      if (form === undefined) return ids.map((id) => (verbatim.has(key) ? id : naming.plain(id))).join(', ')
      if (/^(?:the|a)$/i.test(form)) pronouns.delete(key)
      if (form === 'the' || form === 'The') return capital(form === 'The', naming.list(ids.map((id) => naming.the(id))))
      if (form === 'a' || form === 'A') return capital(form === 'A', naming.list(ids.map((id) => naming.a(id))))
      if (form === 'he' || form === 'He') pronouns.add(key)
      return naming.form(form, ids, pronouns.has(key))
    },
  )
}

/** A text of the campaign in which `{player}` is the name that the player gave. Without one, it is "you" or the phrase `player`. */
export function withPlayerName(text: string, { state, phrases }: { state: WorldState; phrases?: Phrases }): string {
  if (!text.includes('{player}')) return text
  const { name } = state.flags ?? {}
  return text.replaceAll('{player}', typeof name === 'string' ? name : (phrases?.['player']?.[0] ?? 'you'))
}

export function capital(wanted: boolean, text: string): string {
  return wanted ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** Names of things, people and places in running text. */
export class Naming {
  readonly #scene: Scene
  readonly #phrases: Phrases

  constructor(scene: Scene, phrases: Phrases) {
    this.#scene = scene
    this.#phrases = phrases
  }

  /** The name alone, or the word itself if it is not an id. */
  plain(id: string): string {
    return this.#find(id)?.name ?? id
  }

  the(id: string): string {
    const found = this.#find(id)
    if (!found || isProper(found.name) || found.article === '' || /^(?:the|your|my) /.test(found.name))
      return this.plain(id)
    return this.#word('article.the', { name: found.name })
  }

  a(id: string): string {
    const found = this.#find(id)
    if (!found || isProper(found.name) || found.article === '' || /^(?:the|your|my) /.test(found.name))
      return this.plain(id)
    if (found.article !== undefined) return `${found.article} ${found.name}`
    if (found.plural === true) return this.#word('article.some', { name: found.name })
    const [takesAn = /^[aeiou]/i] = patternsOf(this.#phrases, 'article.an.pattern')
    const an = takesAn.test(found.name)
    return this.#word(an ? 'article.an' : 'article.a', { name: found.name })
  }

  /** "a, b and c" */
  list(parts: readonly string[]): string {
    if (parts.length < 2) return parts[0] ?? ''
    const and = this.#phrases['list.and']?.[0] ?? ' and '
    return `${parts.slice(0, -1).join(this.#phrases['list.comma']?.[0] ?? ', ')}${and}${parts.at(-1)}`
  }

  /** "a, b or c" */
  alternatives(parts: readonly string[]): string {
    if (parts.length < 2) return parts[0] ?? ''
    return `${parts.slice(0, -1).join(this.#phrases['list.comma']?.[0] ?? ', ')}${this.#phrases['list.or']?.[0] ?? ' or '}${parts.at(-1)}`
  }

  /** A direction or another way, after "go": "north", "by the ladder". */
  way(direction: string): string {
    if (this.#phrases['way.directions']?.includes(direction) !== false) return direction
    return this.#word('way.other', { name: direction.replaceAll('_', ' ') })
  }

  /** A pronoun or verb form that agrees: `he`, `him`, `his`, `is`, `has`, `do`, `s`. */
  form(form: string, ids: readonly string[], isBehindPronoun = false): string {
    const id = ids[0] ?? ''
    const plural = ids.length > 1 || (this.#find(id) ? this.#scene.things[id]?.plural === true : isPluralWord(id))
    const person = this.#scene.people[id]
    const gender = plural ? 'they' : person ? (person.pronoun ?? 'they') : 'it'
    const number = plural || (isBehindPronoun && gender === 'they') ? 'many' : 'one'
    const word =
      this.#phrases[`form.${form.toLowerCase()}.${gender}`] ?? this.#phrases[`form.${form.toLowerCase()}.${number}`]
    return capital(/^[A-Z]/.test(form), word?.[0] ?? '')
  }

  #find(id: string): { name: string; article?: string; plural?: boolean } | undefined {
    const { things, people, places } = this.#scene
    const thing = things[id]
    return thing ? { ...thing, name: this.#nameNow(id, thing.name) } : (people[id] ?? places[id])
  }

  /** The name without the words for a state that it was in at first: a "locked door" that was unlocked is a "door". */
  #nameNow(id: string, name: string): string {
    const scene = this.#scene
    const { is = [], openable = false } = scene.things[id]!
    const isOpened = openable && !is.includes('open') && scene.is(id, 'open')
    const isUnlocked = is.includes('locked') && !scene.is(id, 'locked')
    if (!isOpened && !isUnlocked) return name
    const [former] = patternsOf(this.#phrases, isOpened ? 'name.closed.pattern' : 'name.locked.pattern')
    return former === undefined ? name : name.replace(former, '')
  }

  #word(key: string, slots: { name: string }): string {
    return (this.#phrases[key]?.[0] ?? '{name}').replace('{name}', slots.name)
  }
}

function isProper(name: string): boolean {
  return /^\p{Lu}/u.test(name)
}

// Of words that are only described, nothing else is known: "coats", but not "glass" or "compass".
function isPluralWord(word: string): boolean {
  return /[^sui]s$/i.test(word)
}
