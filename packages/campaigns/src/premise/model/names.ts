import { fillSentence } from '@narratoria/content'
import texts from '../../../data/invention.json' with { type: 'json' }

/** The kinds of parts that have names. */
export type Kind = 'places' | 'things' | 'people'

/** The ids of the parts of a draft by their names. Collects names that are unknown or used twice. */
export class DraftNames {
  readonly #ids: Record<Kind, Map<string, string>> = { places: new Map(), things: new Map(), people: new Map() }
  readonly #used = new Set<string>(['player', 'nowhere'])
  readonly complaints: string[] = []

  add(kind: Kind, name: string): string {
    const key = plainName(name).toLowerCase()
    if (Object.values(this.#ids).some((ids) => ids.has(key)))
      this.complaints.push(fillSentence(texts.duplicate, { name }))
    const base = key.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^[^a-z]+|_+$/g, '') || kind
    let id = base
    for (let number = 2; this.#used.has(id); number += 1) id = `${base}_${number}`
    this.#used.add(id)
    this.#ids[kind].set(key, id)
    return id
  }

  /** The id of a name among parts of some kinds. An unknown name is a complaint about the field. */
  find(field: string, name: string, kinds: readonly Kind[]): string | undefined {
    const key = plainName(name).toLowerCase()
    const id = kinds.map((kind) => this.#ids[kind].get(key)).find((each) => each !== undefined)
    if (id === undefined) {
      const known = kinds.flatMap((kind) => [...this.#ids[kind].keys()]).join(', ')
      this.complaints.push(fillSentence(texts.unknownName, { field, name, kind: kinds.join(' and '), known }))
    }
    return id
  }
}

/** A name in running text without an article. */
export function plainName(name: string): string {
  return name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .replace(/^(?:an?|the)\s+(?=\S)/i, '')
}
