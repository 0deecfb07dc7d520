import { novelContent, type PlotShape } from '@narratoria/content/novels'
import { beatsOf, type Outline, type Part } from '../outline/outline.ts'
import { seededNumbers, shuffled } from './seeded.ts'

export interface NamedShape extends PlotShape {
  name: string
}

/**
 * The shapes for a novel, best first: those whose words the premise has, then the others in the order of the seed. A part takes the first
 * that its predecessors have left and that its subject allows.
 */
export function shapeFor(
  premise: string,
  {
    seed,
    earlier,
    allows,
    wanted,
  }: { seed: string; earlier: readonly Part[]; allows: (shape: PlotShape) => boolean; wanted?: string },
): NamedShape {
  const words = new Set(premise.toLowerCase().match(/\p{L}+/gu) ?? [])
  const score = ({ words: asked, rare }: PlotShape) =>
    asked.filter((word) => words.has(word)).length - (rare === true ? 0.5 : 0)
  const order = shuffled(Object.keys(novelContent.shapes), `${seed}/shapes`)
    .map((name): NamedShape => ({ ...novelContent.shapes[name]!, name }))
    .toSorted((a, b) => score(b) - score(a))
    .filter(allows)
    .filter((shape) => shape.later !== true || earlier.length > 0 || score(shape) > 0)
  const asked = order.find(({ name }) => name === wanted)
  if (asked) return asked
  const uses = (name: string) => earlier.filter(({ shape }) => shape === name).length
  const least = Math.min(...order.map(({ name }) => uses(name)))
  return order.find(({ name }) => uses(name) === least)!
}

/** The kinds of the scenes of a part, by act: those of its shape, and, where there is room, subplots and other scenes between them. */
export function kindsOf(
  shape: PlotShape,
  { scenes, outline, seed, known }: { scenes: number; outline: Outline; seed: string; known: ReadonlySet<string> },
): string[][] {
  const all = shape.sequence.flat()
  const weight = (entry: string) => Number(entry.split('?')[1] ?? 0)
  const kept = new Set(all.toSorted((a, b) => weight(a) - weight(b)).slice(0, Math.max(1, scenes)))
  const acts = shape.sequence.map((kinds) => kinds.filter((kind) => kept.has(kind)).map((kind) => kind.split('?')[0]!))
  // `known` are the genre and the words for the protagonist.
  const isUnfit = (kind: string) => novelContent.kinds[kind]!.unfit?.some((word) => known.has(word)) === true
  const used = new Set([
    ...beatsOf(outline).map(({ kind }) => kind),
    ...Object.keys(novelContent.kinds).filter(isUnfit),
  ])
  let room = scenes - kept.size
  const others = [...othersFor({ used, seed, room })]
  for (const unit of others) {
    if (room < unit.length) continue
    room -= unit.length
    placeUnit(acts, unit, `${seed}/${unit.join()}`)
  }
  // A very long part repeats the quiet scenes.
  const quiet = novelContent.extras.filter((unit) => unit.length === 1 && !unit.some(isUnfit)).flat()
  for (let more = 0; more < room; more++) placeUnit(acts, [quiet[more % quiet.length]!], `${seed}/more/${more}`)
  return acts
}

/** Next scenes of subplots and unused other scenes, alternating. A subplot gets at most three scenes in a part. */
function othersFor({ used, seed, room }: { used: ReadonlySet<string>; seed: string; room: number }): string[][] {
  const subplots = shuffled(Object.values(novelContent.subplots), `${seed.replace(/\/\d+$/, '')}/subplots`).map(
    ({ beats }) => beats.filter((kind) => !used.has(kind)).slice(0, 3),
  )
  // One subplot is brought forward at a time; the second begins when the first has ended.
  const running = (subplots.find((beats) => beats.length > 0) ?? []).slice(0, Math.max(1, Math.ceil(room / 2)))
  const extras = shuffled(novelContent.extras, `${seed}/extras`).filter((unit) => !unit.some((kind) => used.has(kind)))
  return [
    ...(running.length > 0 && room > 1 ? [running] : []),
    ...extras,
    // Further scenes of subplots that are not the running one, if nothing else is left.
    ...subplots.flatMap((beats) => beats.filter((kind) => !running.includes(kind)).map((kind) => [kind])),
  ]
}

/** Puts kinds of scenes into acts, in their order, never before the first or after the last scene of the part. */
function placeUnit(acts: string[][], unit: readonly string[], seed: string): void {
  const random = seededNumbers(seed)
  // A subplot continues until the end; other scenes belong before the last act, in which everything is known.
  const isSubplot = unit.every((kind) => novelContent.kinds[kind]?.subplot !== undefined)
  const spots = acts
    .flatMap((kinds, act) => kinds.map((_, at) => ({ act, at: at + 1 })))
    .slice(0, -1)
    .filter(({ act }) => isSubplot || act < acts.length - 1)
  // Neither between a turning point and the end of its act, nor directly after another scene of its kind.
  const free = spots.filter(
    ({ act, at }) => at < acts[act]!.length || novelContent.kinds[acts[act]![at - 1]!]?.turning !== true,
  )
  const chosen = unit
    .map(() => free[Math.floor(random() * free.length)] ?? { act: 0, at: 1 })
    .toSorted((a, b) => a.act - b.act || a.at - b.at)
  // From the end, so that the places before it stay.
  for (const [index, kind] of [...unit.entries()].toReversed()) {
    const { act, at } = chosen[index]!
    acts[act]!.splice(at, 0, kind)
  }
}
