import { premiseContent } from '@narratoria/content/premises'
import { novelContent, type SceneKind } from '@narratoria/content/novels'
import { numberOf } from '../memory/ids.ts'
import type { Character, StoryMemory, Thing } from '../memory/entities.ts'
import { type Beat, beatsOf, type Outline, type Part, type Plot } from '../outline/outline.ts'
import { fill, fillClause, slotsOf } from './fill.ts'
import { personName, type Source, textOf } from './imagine-novel.ts'
import { withThe } from './name-of.ts'
import { shuffled, takeTurn } from './seeded.ts'

interface Novel {
  source: Source
  memory: StoryMemory
  outline: Outline
  /** The tick in which its people and things are created. */
  tick: number
  /** The first free numbers of ids. Defaults to those after the memory's. */
  free?: { character: number; thing?: number | undefined }
}

/** Adds a part to an outline: its secret, the people and things that it needs, and its beats in four acts. */
export function imaginePart(novel: Novel, scenes: number): void {
  const { source, memory, outline } = novel
  const number = outline.parts.length
  const { focus, category } = focusOf(source, memory, number)
  const plots = novelContent.plots[category]
  const narrated = outline.parts.filter(({ plot }) => plot?.category === category).length
  const texts = takeTurn(plots, `${source.seed}/${category}`, narrated)
  const roles = rolesOf(novel, number, texts.sign)
  const values = slotsOf({ plot: { ...texts, focus, roles } }, memory)
  const said = (text: string) => fillClause(text, values)
  const plot: Plot = {
    focus,
    category,
    lie: said(texts.lie),
    secret: said(texts.secret),
    motive: said(texts.motive),
    stake: said(texts.stake),
    clues: texts.clues.map(said),
    roles,
  }
  const first = beatsOf(outline).reduce((most, { id }) => Math.max(most, numberOf(id)), 0)
  outline.parts.push(actsOf({ plot, number, first }, source, { memory, scenes }))
}

function actsOf(
  { plot, number, first }: { plot: Plot; number: number; first: number },
  { seed, premise }: Source,
  { memory, scenes }: { memory: StoryMemory; scenes: number },
): Part {
  const sequence = takeTurn(novelContent.sequences, `${seed}/sequence`, number)
  const kept = chosenKinds(sequence.flat(), scenes)
  const isDeadly = ['crime', 'ghost', 'west', 'past'].includes(premise.genre)
  const counts = new Map<number, number>()
  let next = first
  const acts = sequence.map((kinds, act) => ({
    title: novelContent.actTitles[act] ?? '',
    beats: kinds
      .flatMap((entry) => Array.from({ length: kept.get(entry) ?? 0 }, () => entry.split('?')[0]!))
      .map((name): Beat => {
        const kind = name === 'loss' ? (isDeadly ? 'found_dead' : 'departs') : name
        counts.set(act, (counts.get(act) ?? 0) + 1)
        next += 1
        return beatOf(kind, { id: `B${String(next).padStart(3, '0')}`, plot, memory })
      }),
  }))
  return { title: `About ${plot.focus}`, plot, acts }
}

/** How often each kind of a sequence occurs, so that there are as many scenes: the least important are left out first. */
function chosenKinds(sequence: readonly string[], scenes: number): Map<string, number> {
  const weight = (entry: string) => Number(entry.split('?')[1] ?? 0)
  const byWeight = sequence.toSorted((a, b) => weight(a) - weight(b))
  const kept = new Map(byWeight.slice(0, Math.max(1, scenes)).map((entry) => [entry, 1]))
  const resting = sequence.filter((entry) => /^(?:rest|follow|offer)/.test(entry))
  for (let more = 0; more < scenes - sequence.length; more++) {
    const entry = resting[more % Math.max(1, resting.length)]
    if (entry !== undefined) kept.set(entry, (kept.get(entry) ?? 0) + 1)
  }
  return kept
}

function beatOf(kind: string, { id, plot, memory }: { id: string; plot: Plot; memory: StoryMemory }): Beat {
  const about: SceneKind = novelContent.kinds[kind]!
  const { roles } = plot
  const people = ['hero', about.other, ...(about.third ? [about.third] : [])].map((role) => roles[role]!)
  const values = slotsOf(
    { plot, other: roles[about.other], third: about.third && roles[about.third], place: roles[about.place] },
    memory,
  )
  return {
    id,
    kind,
    purpose: fill(about.purpose, values),
    people: [...new Set(people)],
    place: roles[about.place] ?? null,
    things: (about.uses ?? []).flatMap((role) => roles[role] ?? []),
    ...(about.turning === true && { turning_point: true }),
  }
}

/** What a part is about: in turn the things, people and places that the premise names. */
function focusOf({ premise }: Source, memory: StoryMemory, number: number): Pick<Plot, 'focus' | 'category'> {
  const cast = new Set(Object.values(memory.characters).map(({ name }) => name))
  const all = [
    ...premise.things.map((named) => ({ named, category: 'thing' as const })),
    ...[...premise.absent, ...premise.people].map((named) => ({ named, category: 'person' as const })),
    ...premise.places.map((named) => ({ named, category: 'place' as const })),
  ]
  const subject = all.find(({ named }) => named.name === premise.subject.name)
  const others = all.filter(
    (each) =>
      each !== subject && !cast.has(withThe(each.named.name)) && !cast.has(each.named.name.replace(/^\p{Ll}+ /u, '')),
  )
  const choices = [...(subject ? [subject] : []), ...others]
  const chosen = choices[number % Math.max(1, choices.length)]
  return chosen
    ? { focus: withThe(chosen.named.name), category: chosen.category }
    : { focus: withThe(premise.subject.name), category: 'thing' }
}

/** Gives each role to a character, location or thing, and creates those that are missing. */
function rolesOf({ source, memory, tick, free }: Novel, number: number, sign: string): Record<string, string> {
  const { seed, premise } = source
  const people = Object.values(memory.characters)
  const own = people.filter(
    ({ id, created_in_tick: made, traits }) =>
      id !== 'C0' && made === 0 && !traits.includes('new') && !traits.includes('evasive'),
  )
  const add = (role: 'keeper' | 'rival' | 'witness') => {
    const person: Character = {
      ...personName(
        `${seed}/${number}/${role}`,
        Object.values(memory.characters).map(({ name }) => name),
      ),
      id: `C${nextOf(memory.characters, free?.character)}`,
      role: takeTurn(novelContent.names[role], `${seed}/${role}`, number),
      description: '',
      traits: ['new'],
      goals: [],
      current_state: { goals: [], emotional_state: '', location: 'L0' },
      created_in_tick: tick,
    }
    memory.characters[person.id] = person
    return person.id
  }
  const firstKeeper = people.find(({ traits }) => traits.includes('evasive'))?.id
  const places = placeRoles(memory)
  const keeper = number === 0 && firstKeeper !== undefined ? firstKeeper : add('keeper')
  const rival = add('rival')
  const witness = add('witness')
  const genre = premiseContent.genres[premise.genre]!
  const make = (name: string, at: string, more: Partial<Thing> = {}) => {
    const id = `T${nextOf(memory.things, free?.thing)}`
    memory.things[id] = { id, name: withThe(name), description: '', at, created_in_tick: tick, ...more }
    return id
  }
  const taken = new Set(Object.values(memory.things).map(({ name: used }) => used))
  const named = (list: readonly string[], given: { name: string; description: string }, kind: string) => {
    if (number === 0) return given
    const order = shuffled(list, `${seed}/${kind}`)
    const from = (number - 1) % order.length
    const turns = [...order.slice(from), ...order.slice(0, from)]
    return { name: turns.find((each) => !taken.has(withThe(each))) ?? turns[0]!, description: '' }
  }
  const { keys, boxes, papers } = novelContent
  const [key, box, token] = [
    named(keys, genre.key, 'key'),
    named(boxes, genre.box, 'box'),
    named(papers, genre.token, 'paper'),
  ]
  const boxId = make(box.name, places.vault!, { fixed: true, description: textOf(box.description) })
  return {
    hero: 'C0',
    ally: own[number % Math.max(1, own.length)]?.id ?? witness,
    keeper,
    rival,
    witness,
    ...places,
    sign: make(sign, places.far!),
    key: make(key.name, witness, { description: textOf(key.description) }),
    box: boxId,
    token: make(token.name, `in:${boxId}`, { description: textOf(token.description) }),
  }
}

/** The builder's world has five places: the start, two more, the desk of the keeper, and the locked one, which comes last. */
function placeRoles(memory: StoryMemory): Record<string, string> {
  const [start = 'L0', near = start, far = near, desk = far, vault = desk] = Object.keys(memory.locations)
  return { start, near, far, desk, vault }
}

function nextOf(entities: object, least = 0): number {
  return Object.keys(entities).reduce((next, id) => Math.max(next, numberOf(id) + 1), least)
}
