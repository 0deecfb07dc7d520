import { memoizeByObject } from '../memoize-by-object.ts'
import type { World } from '../model/types.ts'
import type { Scene } from '../scene/scene.ts'
import { stems } from '../people/topics.ts'
import { maskQuotes, quotesIn } from '../text/sentences.ts'
import { descriptionIn } from './describe.ts'
import { answersOf, examinedScenery, textsOfEvent } from './said.ts'

/** A text that the player has read or heard. */
export interface Heard {
  /** As words without endings, with a space on either side of each. */
  words: string
  /** The turn, counted as `WorldState.turn`. */
  turn: number
  /** The person who said it. */
  by?: string
  /** The thing that it is written on. */
  from?: string
}

const wordsByText = memoizeByObject((_: World) => new Map<string, string>())

/** The texts that the player has read or heard, by the state alone, the last first. */
export function heardTexts(scene: Scene): Heard[] {
  const { world, state } = scene
  const found: Heard[] = []
  const add = (text: string | readonly string[] | undefined, { by, ...source }: Omit<Heard, 'words'>) => {
    const whole = typeof text === 'string' ? text : text?.join(' ')
    if (whole === undefined) return
    // What stands beside the words of a person was seen.
    const said = by === undefined ? '' : quotesIn(whole).join(' ')
    if (by !== undefined) found.push({ words: wordsIn(world, said === '' ? whole : said), by, ...source })
    if (by === undefined || said !== '') found.push({ words: wordsIn(world, maskQuotes(whole)), ...source })
  }
  add(world.opening, { turn: -1 })
  // The turns of answers are the session's.
  const offset = (state.report?.seq ?? 0) - (state.turn ?? 0)
  for (const { person, line, turn } of answersOf(scene)) add(line, { turn: turn - offset, by: person })
  for (const [event, turn] of Object.entries(state.happened ?? {})) addEvent(scene, event, { add, turn })
  // The person who stated a fact may have used other words.
  for (const [fact, { turn }] of Object.entries(state.knows?.player ?? {})) add(world.facts?.[fact]?.text, { turn })
  return found.toSorted((a, b) => b.turn - a.turn)
}

type Add = (text: string | readonly string[] | undefined, source: Omit<Heard, 'words'>) => void

// Keys of single events are those that acts, rules and beats set.
function addEvent(scene: Scene, event: string, { add, turn }: { add: Add; turn: number }): void {
  const { things, world } = scene
  const colon = event.indexOf(':')
  const [kind, id] = colon < 0 ? ['', event] : [event.slice(0, colon), event.slice(colon + 1)]
  if (kind === 'seen') {
    add(descriptionIn(scene, id), { turn })
    for (const thing of scene.thingsAt(id)) if (!scene.is(thing, 'hidden')) add(things[thing]!.appearance, { turn })
  } else if (kind === 'examined') add(examinedScenery(scene, id) ?? descriptionIn(scene, id), { turn })
  else if (kind === 'read') add(things[id]?.text, { turn, from: id })
  else if (kind === '') {
    for (const { text, by } of textsOfEvent(world, id)) add(text, { turn, ...(by !== undefined && { by }) })
  }
}

function wordsIn(world: World, text: string): string {
  const texts = wordsByText(world)
  let words = texts.get(text)
  if (words === undefined) texts.set(text, (words = ` ${stems(text).join(' ')} `))
  return words
}
