import { novelContent, type SceneKind } from '@narratoria/content/novels'
import { callOf, fill } from '../imagine/fill.ts'
import { shuffled, takeTurn } from '../imagine/seeded.ts'
import type { Character, StoryChange, StoryMemory } from '../memory/entities.ts'
import { type Beat, beatsOf, type Outline, type Plot } from '../outline/outline.ts'
import type { SceneDraft } from '../writer/scene-writer.ts'
import { clueOf, writerOf } from './step-writer.ts'

export interface Composition {
  seed: string
  tone: string
  /** Whether the scene has a sentence of the tone in any case. */
  isMoody?: boolean
  premise: string
  memory: StoryMemory
  outline: Outline
  beat: Beat
  part: { plot: Plot; number: number }
  /** The prose of earlier scenes, whose sentences are not used again. */
  earlier: readonly string[]
  /** Words that the style sheet avoids, in lower case. */
  avoid?: readonly string[]
  /** Another number gives another version of the scene. Defaults to 0. */
  version?: number
}

/** Writes the scene of a beat from the sentences of its kind. */
export function composeScene(composition: Composition): SceneDraft {
  const { beat, part, memory, premise } = composition
  const { kinds, pools } = novelContent
  const kind = kinds[beat.kind]!
  const write = writerOf(composition, kind)
  const isFirst = Object.keys(memory.scenes).length === 0
  const { other, third } = companyOf(beat)
  const introduce = (pool: 'self' | 'meet' | 'kin' | 'charge', role: string) => {
    const texts = pools[pool].map((text) => (write.slots[role] === '' ? text.replace(`, {${role}}`, '') : text))
    const fitting = texts.filter(
      (text) => write.slots[role] !== '' || (pool === 'charge' && !text.includes(`{${role}}`)),
    )
    return fitting.length === 0 ? '' : write(pool, fitting, { each: 'scene', isNeeded: true })
  }
  const isHook = kind.opens === true
  const bridge = isHook && !isFirst ? write('bridge', pools.bridge, { each: 'scene', isNeeded: true }) : ''
  const open = join(bridge, write('open', kind.open), isHook && isFirst ? introduce('self', 'hrole') : '')
  // One of three scenes has a sentence of the tone, one a gesture, one a thought.
  const position = beatsOf(composition.outline).findIndex(({ id }) => id === beat.id)
  const aside = position % 3
  const arrive = arrival(composition, { kind, write, position })
  const isNew = other !== undefined && other !== part.plot.roles.keeper && !isKnown(other, memory)
  const relation = relationOf(memory.characters[other ?? ''], memory)
  const meet =
    !isNew || kind.known === true || relation === 'group' ? '' : introduce(relation === 'kin' ? 'kin' : 'meet', 'orole')
  const talk = write('talk', kind.talk)
  const fits = (text: string) => isAbsentAndKnown(text, { beat, memory, roles: part.plot.roles })
  const mood = () => write('mood', moodsOf(composition.tone), { each: 'third', fits })
  const gesture = () => (aside === 1 ? mood() : write('gesture', pools.gesture, { each: 'scene' }))
  const isPlain = kind.gestures === false
  const turn = write('turn', kind.turn)
  const isMoody = composition.isMoody === true
  const thought = aside === 0 && !isPlain ? write('thought', pools.thought, { each: 'third', fits }) : ''
  const close = write('close', kind.close)
  const also = alsoPresent(beat, kind, memory).map((name) =>
    write(
      'also',
      novelContent.free.also!.map((text) => text.replaceAll('{also}', name)),
      { each: 'scene', isNeeded: true },
    ),
  )
  // What the story is about is named in every scene.
  const narration = [open, arrive, talk, turn, close].join(' ')
  const isNamed = namesOfPremise(composition).some((name) => namesIn(narration, name))
  const isOpening = isHook && kind.gestures !== false
  const isFriend = !isNew && other !== undefined && [part.plot.roles.ally, part.plot.roles.witness].includes(other)
  const act =
    isNamed || isOpening
      ? ''
      : write('act', isPlain ? pools.about : [...pools.about, ...pools.link], {
          each: 'scene',
          isNeeded: true,
          after: arrive,
          fits: (text) => isFriend || !text.includes('{other}'),
        })
  const paragraphs = [
    ...(isFirst ? [`*${/[.!?…”"]$/.test(premise) ? premise : `${premise}.`}*`] : []),
    ...(isOpening ? [open, join(arrive, meet)] : [join(arrive, act), join(open, meet)]),
    join(talk, ...also, isOpening || aside === 0 ? '' : isPlain ? (position % 6 === 1 ? mood() : '') : gesture()),
    isHook ? introduce('charge', 'krole') : '',
    turn,
    join(thought, isMoody ? mood() : ''),
    close,
  ].filter((paragraph) => paragraph !== '')
  const prose = paragraphs.join('\n\n')
  const said = (text: string) => fill(text, write.slots)
  const titles = shuffled(kind.titles, `${composition.seed}/${beat.kind}/title`)
  const taken = new Set(Object.values(memory.scenes).map(({ title }) => title))
  const title =
    titles
      .map(said)
      .map(asTitle)
      .find((each) => !taken.has(each)) ?? asTitle(`${said(kind.titles[0]!)} (${beat.id})`)
  const id = `${part.number + 1}`
  return {
    title,
    prose,
    summary: [said(kind.summary.replaceAll('{clue}', clueOf(kind, part.plot)))],
    characters: beat.people,
    things: beat.things,
    changes: changesOf(kind, { plot: part.plot, prose, part: id, turn, memory }),
    ...loopsOf(kind, { composition, said }),
    ...(kind.relation &&
      other !== undefined && {
        relationship_changes: [
          {
            character_a: beat.people[0]!,
            character_b: (kind.relation.with === 'third' ? third : other) ?? other,
            status: kind.relation.status,
            event: said(kind.relation.event),
          },
        ].filter(({ character_a: a, character_b: b }) => related(memory, a, b)),
      }),
    ...(kind.turning === true && goalsAfter(composition)),
    pov_emotional_state: takeTurn(['restless', 'wary', 'resolved', 'tired', 'hopeful', 'shaken'], beat.id, 0),
  }
}

/** A view of the place, by genre in every second scene. Kinds of scenes that begin with one have it in every third only. */
export function arrival(
  { part, memory, beat }: Composition,
  { kind, write, position }: { kind: SceneKind; write: ReturnType<typeof writerOf>; position: number },
): string {
  const { colours, pools } = novelContent
  const colour = () => write('colour', colours[part.plot.genre ?? ''] ?? [], { each: 'scene' })
  if (kind.arrives === false) return position % 3 === 0 ? colour() : ''
  const isHere = memory.locations[beat.place ?? ''] !== undefined
  return (position % 2 === 0 && isHere ? colour() : '') || write('arrive', pools.arrive, { each: 'scene' })
}

/** What the protagonist wants after a turning point: what the next act is about. */
function goalsAfter({ outline, beat, part }: Composition): { pov_goals?: string[] } {
  const acts = outline.parts[part.number]?.acts ?? []
  const now = acts.findIndex(({ beats }) => beats.some(({ id }) => id === beat.id))
  const want = acts[now + 1]?.want
  return want === undefined ? {} : { pov_goals: [want] }
}

/** The names of people whom an edit has added to the beat. */
function alsoPresent({ people }: Beat, { third }: SceneKind, memory: StoryMemory): string[] {
  return people.slice(third === undefined ? 2 : 3).map((id) => callOf(memory.characters[id], memory))
}

/** What the premise names: what the part is about, and the people and places that it calls by name. */
function namesOfPremise({ part, memory, premise }: Composition): string[] {
  const people = Object.values(memory.characters).map((person) => callOf(person, memory))
  // "The street" is named by its article, too: "each street" is another one.
  const places = Object.values(memory.locations).map(({ name }) => name)
  return [part.plot.focus, ...[...people, ...places].filter((name) => premise.includes(name.replace(/^the /, '')))]
}

/** Whether the narration names something in whole words, quotations aside. */
function namesIn(text: string, name: string): boolean {
  const words = (each: string) => ` ${(each.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
  return words(text.replaceAll(/“[^”]*”/g, ' ')).includes(words(name))
}

/** How the protagonist knows a person before the first scene: as a relative, or as one of the same group. */
function relationOf(person: Character | undefined, memory: StoryMemory): 'kin' | 'group' | undefined {
  const role = person?.role ?? ''
  if (role.startsWith('one of ')) return role === memory.characters.C0?.role ? 'group' : undefined
  return novelContent.words.kin.includes(role.split(' ').at(-1)!) ? 'kin' : undefined
}

function isKnown(person: string, memory: StoryMemory): boolean {
  return Object.values(memory.scenes).some(({ characters }) => characters.includes(person))
}

/** Whether a text can be thought in a scene: those that it names are absent, and the reader has met them. */
function isAbsentAndKnown(
  text: string,
  { beat, memory, roles }: { beat: Beat; memory: StoryMemory; roles: Plot['roles'] },
): boolean {
  return ['keeper', 'rival', 'witness', 'ally'].every((role) => {
    const id = roles[role] ?? ''
    return !text.includes(`{${role}}`) || (!beat.people.includes(id) && (role === 'keeper' || isKnown(id, memory)))
  })
}

export function join(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

/** A title with capitals, also in the names that were filled in. */
export function asTitle(text: string): string {
  const { small } = novelContent.words
  return text.replaceAll(/[\p{L}’-]+/gu, (word, at: number) =>
    at > 0 && small.includes(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
  )
}

export function companyOf({ people }: Beat): { other: string | undefined; third: string | undefined } {
  return { other: people[1], third: people[2] }
}

export function related(memory: StoryMemory, a: string, b: string): boolean {
  return Object.values(memory.relationships).some(
    ({ character_a, character_b }) => [character_a, character_b].includes(a) && [character_a, character_b].includes(b),
  )
}

/** The sentences of a tone: one that is named like it, or has a word of it. */
export function moodsOf(tone: string): string[] {
  const { tones, toneWords } = novelContent
  const words: readonly string[] = tone.toLowerCase().match(/\p{L}+/gu) ?? []
  const name = Object.keys(toneWords).find((each) => toneWords[each]!.split(' ').some((word) => words.includes(word)))
  return tones[name ?? 'quiet']!
}

/** The changes of a kind of scene, each with the sentence that narrates it. */
function changesOf(
  kind: SceneKind,
  { plot, prose, part, turn, memory }: { plot: Plot; prose: string; part: string; turn: string; memory: StoryMemory },
): StoryChange[] {
  const { roles } = plot
  const sentences = prose.split(/(?<=[.!?…]”?)\s+|\n+/)
  const naming = (id: string | undefined) => {
    const name = memory.things[id ?? '']?.name.replace(/^the /, '')
    return name === undefined ? undefined : sentences.findLast((sentence) => sentence.includes(name))
  }
  const cause = turn.split(/(?<=[.!?…]”?)\s+/)[0] ?? turn
  return kind.changes.map(([change, what, to]): StoryChange => {
    const id = roles[what]
    if (change === 'move') return { kind: 'moves', id: id ?? what, to: roles[to!] ?? to!, cause: naming(id) ?? cause }
    if (change === 'make') return { kind: to === 'dead' ? 'dies' : 'leaves', id: id ?? what, cause }
    if (change === 'learn') return { kind: 'learns', id: id ?? what, fact: factOf(to!, plot), cause }
    return { kind: 'happens', id: `part_${part}_${what}`, cause }
  })
}

function factOf(name: string, plot: Plot): string {
  if (name.startsWith('clue')) return plot.clues[Number(name.slice('clue'.length)) - 1] ?? plot.secret
  return name === 'secret' ? plot.secret : plot.lie
}

function loopsOf(
  kind: SceneKind,
  { composition: { memory, part }, said }: { composition: Composition; said: (text: string) => string },
): Partial<SceneDraft> {
  const open = Object.values(memory.open_loops).filter(({ status }) => status === 'open')
  const since = open.filter(({ category }) => category !== 'premise')
  const closed = (kind.closes ?? []).flatMap(({ category, text }) =>
    since.filter((loop) => loop.category === category).map(({ id }) => ({ id, resolution: said(text) })),
  )
  const mystery = since.find(({ category }) => category === 'mystery')
  const isClosing = closed.some(({ id }) => id === mystery?.id)
  return {
    loops_raised: (kind.raises ?? []).map(({ category, importance, text }) => ({
      category,
      importance,
      description: said(text),
    })),
    loops_closed: closed,
    loops_developed: [
      ...(memory.open_loops.OL0?.status === 'open' ? ['OL0'] : []),
      ...(mystery && !isClosing && part.number >= 0 ? [mystery.id] : []),
    ],
  }
}
