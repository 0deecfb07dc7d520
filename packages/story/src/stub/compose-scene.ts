import { novelContent, type SceneKind } from '@narratoria/content/novels'
import { fill, slotsOf } from '../imagine/fill.ts'
import { shuffled, takeTurn } from '../imagine/seeded.ts'
import type { StoryChange, StoryMemory } from '../memory/entities.ts'
import { type Beat, beatsOf, type Outline, type Plot } from '../outline/outline.ts'
import type { SceneDraft } from '../writer/scene-writer.ts'
import { longSentencesIn } from './sentences.ts'

/** What a scene is composed from. */
export interface Composition {
  seed: string
  tone: string
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
  const open = write('open', kind.open)
  const arrive = write('arrive', pools.arrive, 'scene')
  const talk = write('talk', kind.talk)
  const isHook = beat.kind === 'hook'
  // What is done about the subject of the part. A novel about one thing uses up these sentences, and then those that link it
  // to the person and the place.
  const act = isHook
    ? ''
    : write('act', pools[part.plot.category === 'place' ? 'place_subject' : part.plot.category], 'scene') ||
      write('link', pools.link, 'scene')
  const gesture = kind.silent === true ? '' : write('gesture', pools.gesture, 'scene')
  const turn = write('turn', kind.turn)
  // A sentence of the tone in every third scene, a thought in the others.
  const position = beatsOf(composition.outline).findIndex(({ id }) => id === beat.id)
  const aside =
    position % 3 === 1 ? write('mood', moodsOf(composition.tone), 'third') : write('thought', pools.thought, 'scene')
  const close = write('close', kind.close)
  const paragraphs = [
    ...(isFirst ? [`*${/[.!?…”"]$/.test(premise) ? premise : `${premise}.`}*`] : []),
    ...(isHook ? [open, arrive] : [join(arrive, act), open]),
    join(talk, gesture),
    turn,
    aside,
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
    pov_emotional_state: takeTurn(['restless', 'wary', 'resolved', 'tired', 'hopeful', 'shaken'], beat.id, 0),
  }
}

function join(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

function asTitle(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The people of a beat besides the protagonist. */
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

function clueOf(kind: SceneKind, plot: Plot): string {
  const learned = kind.changes.find(([change, , what]) => change === 'learn' && what?.startsWith('clue'))?.[2]
  return plot.clues[Number(String(learned ?? 'clue1').slice('clue'.length)) - 1] ?? plot.clues[0] ?? plot.secret
}

/** A writer of the steps of one scene: each text has sentences that no earlier scene and no earlier step has. */
export function writerOf(composition: Composition, kind: SceneKind) {
  const { beat, part, memory, seed, outline, earlier, avoid = [], version = 0 } = composition
  const position = beatsOf(outline).findIndex(({ id }) => id === beat.id)
  const seen = new Set(earlier.flatMap(longSentencesIn))
  const { other, third } = companyOf(beat)
  const slots = {
    ...slotsOf({ plot: part.plot, other, third, place: beat.place ?? undefined, turn: position }, memory),
    clue: clueOf(kind, part.plot),
  }
  /** `each` says how often a text of the list is used; every text is used before one comes again. */
  const write = (step: string, texts: readonly string[], each: 'scene' | 'part' | 'third' = 'part'): string => {
    const start = { scene: position, third: Math.floor(position / 3), part: part.number }[each] + version
    const order = shuffled(texts, `${seed}/${each === 'part' ? beat.kind : ''}/${step}`)
    const turns = [...order.slice(start % order.length), ...order.slice(0, start % order.length)]
    const filled = turns.map((text, index) => fill(text, { ...slots, ...(index > 0 && detailOf(slots, index)) }))
    const isNew = (text: string) => longSentencesIn(text).every((sentence) => !seen.has(sentence))
    const isClean = (text: string) => avoid.every((word) => !wordsOf(text).has(word))
    const chosen =
      filled.find((text) => isNew(text) && isClean(text)) ?? filled.find(isNew) ?? (each === 'part' ? filled[0]! : '')
    for (const sentence of longSentencesIn(chosen)) seen.add(sentence)
    return chosen
  }
  return Object.assign(write, { slots })
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}’-]+/gu) ?? [])
}

function detailOf({ detail = '' }: Record<string, string>, index: number): { detail: string } {
  const { details } = novelContent
  return { detail: index % 2 === 0 ? detail : details[index % details.length]! }
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
