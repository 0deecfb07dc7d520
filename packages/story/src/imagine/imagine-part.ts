import type { Named } from '@narratoria/campaigns/premise'
import { premiseContent } from '@narratoria/content/premises'
import { novelContent, type NovelPlot, type SceneKind } from '@narratoria/content/novels'
import { numberOf } from '../memory/ids.ts'
import type { Character, StoryMemory, Thing } from '../memory/entities.ts'
import { type Beat, beatsOf, type Outline, type Plot } from '../outline/outline.ts'
import { fill, fillClause, slotsOf } from './fill.ts'
import { type Source, textOf } from './imagine-novel.ts'
import { personName } from './person-name.ts'
import { asSpelled, withThe } from '../name-of.ts'
import { shuffled, takeTurn } from './seeded.ts'
import { unfitWords, wordsAbout } from './unfit.ts'
import { deadlineIn, objectOf, type Question, questionIn, soughtIn, withoutDeadline } from './premise-question.ts'
import { kindsOf, type NamedShape, shapeFor } from './shape.ts'

interface Novel {
  source: Source
  memory: StoryMemory
  outline: Outline
  /** The tick in which its people and things are created. */
  tick: number
  /** The first free numbers of ids. Defaults to those after the memory's. */
  free?: { character: number; thing?: number | undefined }
}

/** Adds a part to an outline: its shape, its secret, the people and things that it needs, and its beats in acts. */
export function imaginePart(novel: Novel, scenes: number): void {
  const { source, memory, outline } = novel
  const number = outline.parts.length
  const isFirst = number === 0
  // What the premise asks is found out in the first part.
  const question = isFirst ? questionIn(source.premise.text) : undefined
  const { focus, category, isCarried } = focusOf(source, memory, number, question)
  const seed = `${source.seed}/${number}`
  const names = new Set(Object.values(memory.characters).map(({ name }) => name))
  const shape = shapeFor(source.premise.text, {
    seed: source.seed,
    earlier: outline.parts,
    // One who is present cannot be searched for.
    allows: ({ categories, carried }) =>
      categories.includes(category) &&
      (categories.includes('place') || !names.has(focus)) &&
      (carried !== true || category === 'person' || isCarried),
    ...(question && { wanted: novelContent.deeds.shape }),
  })
  const narrated = outline.parts.filter((part) => part.shape === shape.name).length
  const plots = question
    ? novelContent.deeds.plots
    : shape.plots.length > 0
      ? shape.plots
      : novelContent.plots[category]
  // A letter about a letter would be hard to follow.
  const noun = focus.split(' ').at(-1)!
  const unfit = unfitWords(memory.characters.C0!, isPlayed(memory) ? undefined : source.premise.genre)
  const clear = plots.filter((plot) => {
    const text = JSON.stringify(plot)
    return !text.includes(noun) && !(text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => unfit.includes(word))
  })
  const texts = takeTurn<NovelPlot & { token?: string }>(
    clear.length > 0 ? clear : plots,
    `${source.seed}/${shape.name}`,
    narrated,
  )
  const roles = rolesOf(novel, number, { shape, sign: texts.sign, token: texts.token })
  const values = { ...slotsOf({ plot: { ...texts, focus, roles } }, memory), deed: question?.deed ?? '' }
  const said = (text: string) => fillClause(text, values)
  const plot: Plot = {
    focus,
    category,
    // The world of a played story is its own.
    ...(!isPlayed(memory) && { genre: source.premise.genre }),
    lie: said(texts.lie),
    secret: said(texts.secret),
    motive: said(texts.motive),
    stake: (isFirst ? deadlineIn(source.premise.text) : undefined) ?? said(texts.stake),
    clues: texts.clues.map(said),
    roles,
  }
  const wants = slotsOf({ plot }, memory)
  const known = new Set([plot.genre ?? '', ...wordsAbout(memory.characters.C0)])
  const isDeadly = ['crime', 'ghost', 'west', 'past'].includes(source.premise.genre)
  let next = beatsOf(outline).reduce((most, { id }) => Math.max(most, numberOf(id)), 0)
  const acts = kindsOf(shape, { scenes, outline, seed, known }).map((kinds, act) => ({
    title: shape.acts[act]!.title,
    want:
      question && act === 0
        ? fillClause(`to find out ${question.asked}`, {})
        : fillClause(shape.acts[act]!.want, wants),
    beats: kinds.map((name): Beat => {
      next += 1
      const kind = name === 'loss' ? (isDeadly ? 'found_dead' : 'departs') : name
      return beatOf(kind, { id: `B${String(next).padStart(3, '0')}`, plot, memory })
    }),
  }))
  outline.parts.push({ title: `About ${focus}`, shape: shape.name, plot, acts })
}

/** Whether the novel is that of a played story, whose world is its own. */
function isPlayed(memory: StoryMemory): boolean {
  return memory.characters.C0?.name === 'You'
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
function focusOf(
  { premise, seed }: Source,
  memory: StoryMemory,
  number: number,
  question: Question | undefined,
): Pick<Plot, 'focus' | 'category'> & { isCarried: boolean } {
  // People who act in the novel, whatever they are called, are not what it is about.
  const cast = new Set(
    Object.values(memory.characters).flatMap(({ name, role }) => [name, withThe(role.replace(/^one of the /, ''))]),
  )
  const isCast = ({ name }: Named) => cast.has(withThe(name)) || cast.has(name.replace(/^\p{Ll}+ /u, ''))
  const own = question ? objectOf(question) : number === 0 ? soughtIn(premise.text) : undefined
  // What only the deadline names is not what it is about.
  const about = withoutDeadline(premise.text).toLowerCase()
  const all = [
    ...premise.things
      .filter(({ name }) => about.includes(name.toLowerCase()))
      .map((named) => ({ named, category: 'thing' as const })),
    ...[...premise.absent, ...premise.people].map((named) => ({ named, category: 'person' as const })),
    ...[...premise.places, ...premise.regions].map((named) => ({ named, category: 'place' as const })),
  ]
  const subject = all.find(({ named }) => named.name === premise.subject.name && !isCast(named))
  const others = all.filter((each) => each !== subject && !isCast(each.named))
  const named = own === undefined ? undefined : all.find((each) => withThe(own).endsWith(each.named.name))
  if (own !== undefined && !named && !isCast({ name: own, aliases: [], sentence: 0 }))
    return { focus: withThe(own), category: 'thing', isCarried: question === undefined }
  const choices = [...(named ? [named] : []), ...(subject ? [subject] : []), ...others]
  const chosen = choices[number % Math.max(1, choices.length)]
  return chosen
    ? {
        focus: withThe(asSpelled(chosen.named.name, premise.text)),
        category: chosen.category,
        isCarried: isCarried(chosen.named),
      }
    : { focus: takeTurn(novelContent.matters, seed, number), category: 'thing', isCarried: false }
}

/** Whether a thing can be lost and taken elsewhere. */
function isCarried({ name, isPortable, isMissing }: Named): boolean {
  const head = name.toLowerCase().split(' ').at(-1)!
  return (isMissing === true || isPortable === true) && !novelContent.words.fixed.includes(head)
}

/** Someone of the premise who is against the protagonist: one of the same group, or who is called a rival. */
function ownRival(people: readonly Character[], hero: Character | undefined): string | undefined {
  return people.find(
    ({ id, role, created_in_tick: made, traits }) =>
      id !== 'C0' &&
      made === 0 &&
      !traits.includes('new') &&
      ((role.startsWith('one of ') && role === hero?.role) || /\brival\b/.test(role)),
  )?.id
}

/** Gives each role to a character, location or thing, and creates those that are missing. */
function rolesOf(
  { source, memory, tick, free }: Novel,
  number: number,
  { shape, sign, token: paper }: { shape: NamedShape; sign: string; token?: string | undefined },
): Record<string, string> {
  const { seed, premise } = source
  const people = Object.values(memory.characters)
  const rivals = shape.opposes === true ? ownRival(people, memory.characters.C0) : undefined
  const own = people.filter(
    ({ id, created_in_tick: made, traits }) =>
      id !== 'C0' && id !== rivals && made === 0 && !traits.includes('new') && !traits.includes('evasive'),
  )
  const add = (role: 'keeper' | 'rival' | 'witness', trade?: string) => {
    const person: Character = {
      ...personName(
        `${seed}/${number}/${trade ?? role}`,
        Object.values(memory.characters).map(({ name }) => name),
      ),
      id: `C${nextOf(memory.characters, free?.character)}`,
      role: trade ?? takeTurn(novelContent.names[role], `${seed}/${role}`, number),
      description: '',
      traits: trade === undefined ? ['new'] : ['new', 'subplot'],
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
  const rival = rivals ?? add('rival')
  const witness = add('witness')
  const subplots = subplotRoles(memory, Object.values(novelContent.subplots), (trades, at) =>
    add('witness', takeTurn(trades, `${seed}/subplot/${at}`, 0)),
  )
  const genre = premiseContent.genres[premise.genre]!
  const taken = new Set(Object.values(memory.things).map(({ name: used }) => used))
  // In a long novel the names of things run out.
  const uniqueName = (name: string) =>
    ['', ...novelContent.ordinals.map((ordinal) => `${ordinal} `)]
      .map((ordinal) => withThe(`${ordinal}${name}`))
      .find((each) => !taken.has(each)) ?? withThe(name)
  const make = (name: string, at: string, more: Partial<Thing> = {}) => {
    const id = `T${nextOf(memory.things, free?.thing)}`
    memory.things[id] = { id, name: uniqueName(name), description: '', at, created_in_tick: tick, ...more }
    taken.add(memory.things[id].name)
    return id
  }
  const named = (list: readonly string[], given: { name: string; description: string }, kind: string) => {
    if (number === 0) return given
    const order = shuffled(list, `${seed}/${kind}`)
    const from = (number - 1) % order.length
    const turns = [...order.slice(from), ...order.slice(0, from)]
    return { name: turns.find((each) => !taken.has(withThe(each))) ?? turns[0]!, description: '' }
  }
  const common = { hero: 'C0', ally: own[number % Math.max(1, own.length)]?.id ?? witness, keeper, rival, witness }
  const { keys, boxes, papers } = novelContent
  if (paper !== undefined) {
    const at = { keeper, rival, witness }[shape.token_at] ?? places.vault!
    return {
      ...common,
      ...subplots,
      ...places,
      sign: make(sign, places.far!),
      token: make(
        taken.has(withThe(paper)) ? named(papers, { name: paper, description: '' }, 'paper').name : paper,
        at,
      ),
    }
  }
  const [key, box, token] = [
    named(keys, genre.key, 'key'),
    named(boxes, genre.box, 'box'),
    named(papers, genre.token, 'paper'),
  ]
  const boxId = make(box.name, places.vault!, { fixed: true, description: textOf(box.description) })
  return {
    ...common,
    ...subplots,
    ...places,
    sign: make(sign, places.far!),
    key: make(key.name, witness, { description: textOf(key.description) }),
    box: boxId,
    token: make(token.name, `in:${boxId}`, { description: textOf(token.description) }),
  }
}

/** The people of the subplots, `sub1` and on. They stay the same in all parts. */
function subplotRoles(
  memory: StoryMemory,
  subplots: readonly { roles: string[] }[],
  add: (trades: string[], at: number) => string,
): Record<string, string> {
  const known = Object.values(memory.characters).filter(({ traits }) => traits.includes('subplot'))
  return Object.fromEntries(subplots.map(({ roles }, at) => [`sub${at + 1}`, known[at]?.id ?? add(roles, at)]))
}

/** The builder's world has five places: the start, two more, the desk of the keeper, and the locked one, which comes last. */
function placeRoles(memory: StoryMemory): Record<string, string> {
  const [start = 'L0', near = start, far = near, desk = far, vault = desk] = Object.keys(memory.locations)
  return { start, near, far, desk, vault }
}

function nextOf(entities: object, least = 0): number {
  return Object.keys(entities).reduce((next, id) => Math.max(next, numberOf(id) + 1), least)
}
