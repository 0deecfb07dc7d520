import type { Text } from '../model/types.ts'
import { isNamedIn, stems } from '../people/topics.ts'
import type { Scene } from '../scene/scene.ts'
import { isEnclosed } from '../scene/scope.ts'
import { withPlayerName } from '../text/render.ts'
import { sentencesOf } from '../text/sentences.ts'
import { currentDescription } from './describe.ts'
import { answersOf, examinedScenery, isSame, linesHeard, textsOfEvent } from './said.ts'

/** A sentence that the player has read, heard or seen. */
export interface KnownLine {
  source: 'opening' | 'read' | 'said' | 'seen' | 'fact'
  /** The thing that was read or seen, or the person who said it. */
  of?: string
  /** The session's number of the turn, of what was said. */
  turn?: number
  line: string
}

/** Every sentence that the player knows: the opening, what was read, seen, said and learnt. */
export function knownLines(scene: Scene): KnownLine[] {
  return [
    ...readLines(scene),
    ...saidLines(scene),
    ...factLines(scene),
    ...seenLines(scene),
    ...eventLines(scene),
    ...openingLines(scene),
  ]
}

/** Most words of a question without a meaning, if only one has a meaning. */
const maxIgnored = 6

/**
 * The sentence that says most about the subject of a question; `undefined` if none has at least half of its words. `about` is a thing
 * that the question is about without naming it.
 */
export function findKnownLine(
  scene: Scene,
  question: string,
  { ignored, about }: { ignored: ReadonlySet<string>; about?: string },
): KnownLine | undefined {
  const all = stems(question)
  const asked = [...new Set(all)].filter((word) => !ignored.has(word))
  // One word of a long question does not say what it is about.
  if (asked.length === 1 && all.length > maxIgnored) return undefined
  if (asked.length === 0 && about === undefined) return undefined
  const lines = knownLines(scene).map((known) => ({ known, words: new Set(stems(known.line)) }))
  const weights = new Map(asked.map((word) => [word, weightOf(lines.filter(({ words }) => words.has(word)).length)]))
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  let best: { known: KnownLine; score: number } | undefined
  for (const { known, words } of lines) {
    const found = asked.reduce((sum, word) => sum + (words.has(word) ? weights.get(word)! : 0), 0)
    // A question of more words than the verb is not about whatever was seen last.
    const isAbout = about !== undefined && known.of === about && (found > 0 || asked.length < 2)
    const score = found + (isAbout ? 0.5 : 0)
    if ((isAbout || found > total / 2) && score > (best?.score ?? 0)) best = { known, score }
  }
  return best?.known
}

// A rare word says more. One that no sentence has may only be a verb of the question.
function weightOf(count: number): number {
  return count === 0 ? 0.55 : 1 / (1 + Math.log2(1 + count))
}

/** The texts of single events that have happened, without what people said in them, the last first. */
export function heardLines(scene: Scene): string[] {
  return Object.entries(scene.state.happened ?? {})
    .toSorted(([, a], [, b]) => b - a)
    .flatMap(([id]) => textsOfEvent(scene.world, id))
    .filter(({ by }) => by === undefined)
    .flatMap(({ text }) => text)
    .map((text) => withPlayerName(text, scene))
}

/** The first known sentence that has a name in it, preferably one that fits. */
export function lineNaming(
  scene: Scene,
  names: readonly string[],
  fits: (line: string) => boolean = () => true,
): KnownLine | undefined {
  const found = [...openingLines(scene), ...knownLines(scene)].filter(({ line }) => isNamedIn(names, stems(line)))
  return found.find(({ line }) => fits(line)) ?? found[0]
}

/** Whether the player has met a person, been at their place, or read or heard their name. */
export function isKnownPerson(scene: Scene, id: string): boolean {
  const { name, at } = scene.people[id]!
  const isMet = hasHappened(scene, `met:${id}`) || scene.state.happened?.[`seen:${at}`] !== undefined
  const isInDeed = Object.values(scene.state.deeds ?? {}).some(({ person }) => person === id)
  return isMet || isInDeed || lineNaming(scene, [name, ...properNames(scene, id)]) !== undefined
}

/** The parts of a person's name that name no one else: "Odile" and "Brandt", but not "the" or "old". */
export function properNames(scene: Scene, id: string): string[] {
  return scene.people[id]!.name.split(' ').filter((word) => /^\p{Lu}\p{L}{2}/u.test(word))
}

export function openingNaming(scene: Scene, names: readonly string[]): string | undefined {
  return openingLines(scene).find(({ line }) => isNamedIn(names, stems(line)))?.line
}

function openingLines(scene: Scene): KnownLine[] {
  return linesOf(scene, scene.world.opening, { source: 'opening' })
}

function readLines(scene: Scene): KnownLine[] {
  return Object.entries(scene.things).flatMap(([id, { text }]) =>
    text !== undefined && hasHappened(scene, `read:${id}`) ? linesOf(scene, text, { source: 'read', of: id }) : [],
  )
}

function saidLines(scene: Scene): KnownLine[] {
  const answers = answersOf(scene)
  const others = Object.keys(scene.state.said ?? {}).flatMap((person) =>
    linesHeard(scene, person).map((said) => ({ person, ...said })),
  )
  const isNew = ({ line }: { line: string }) => answers.every((answer) => !isSame(answer.line, line))
  return [...answers, ...others.filter(isNew)].map(({ person, turn, line }) => ({
    source: 'said',
    of: person,
    turn,
    line,
  }))
}

function factLines(scene: Scene): KnownLine[] {
  return Object.keys(scene.state.knows?.['player'] ?? {}).flatMap((id) =>
    linesOf(scene, scene.world.facts?.[id]?.text ?? '', { source: 'fact' }),
  )
}

// What rules and beats said is quoted as it stands, also what a person said in them.
function eventLines(scene: Scene): KnownLine[] {
  return Object.keys(scene.state.happened ?? {})
    .flatMap((id) => textsOfEvent(scene.world, id))
    .flatMap(({ text, by }) => linesOf(scene, text, { source: 'seen', ...(by !== undefined && { of: by }) }))
}

function seenLines(scene: Scene): KnownLine[] {
  const places = Object.keys(scene.places).filter((id) => hasHappened(scene, `seen:${id}`))
  const looked = [...Object.keys(scene.things), ...Object.keys(scene.people)].filter(
    (id) => scene.isCarried(id) || hasHappened(scene, `examined:${id}`),
  )
  const scenery = Object.keys(scene.state.happened ?? {})
    .filter((event) => event.startsWith('examined:'))
    .flatMap((event) =>
      linesOf(scene, examinedScenery(scene, event.slice('examined:'.length)) ?? '', { source: 'seen' }),
    )
  const appearances = Object.entries(scene.things).flatMap(([id, { appearance }]) =>
    appearance !== undefined &&
    places.includes(scene.placeOf(id) ?? '') &&
    !scene.is(id, 'hidden') &&
    !isEnclosed(scene, id)
      ? linesOf(scene, appearance, { source: 'seen', of: id })
      : [],
  )
  const described = [...looked, ...places].flatMap((id) =>
    linesOf(scene, currentDescription(scene, id)?.text ?? '', { source: 'seen', of: id }),
  )
  const firsts = places.flatMap((id) => linesOf(scene, scene.places[id]?.first ?? '', { source: 'seen', of: id }))
  return [...described, ...appearances, ...scenery, ...firsts]
}

function linesOf(scene: Scene, text: Text, known: Omit<KnownLine, 'line'>): KnownLine[] {
  const first = typeof text === 'string' ? text : (text[0] ?? '')
  return sentencesOf(withPlayerName(first, scene)).map((line) => ({ ...known, line: line.trim() }))
}

function hasHappened({ state }: Scene, event: string): boolean {
  return state.happened?.[event] !== undefined
}
