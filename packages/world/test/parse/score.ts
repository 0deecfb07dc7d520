import { lexicon, phrases } from '@narratoria/content'
import { type Act, perform, type Thing, type World, type WorldState } from '../../src/index.ts'
import { parse, type Parsed } from '../../src/parse/index.ts'

/** A sentence that was written by someone who had not seen the parser, and what it means. */
export interface Sentence {
  kind: string
  say?: string[]
  prompt: string
  want: WantedAct[] | 'which' | 'none' | 'question'
  between?: string[]
}

interface WantedAct {
  act: string
  thing?: string
  things?: string[]
  with?: string
  /** What a thing is used on: the role `with`. */
  on?: string
  where?: string
  preposition?: string
  person?: string
  topic?: string
  direction?: string
  place?: string
  text?: string
  number?: number
}

interface WrittenWorld {
  place: { id: string; name: string; exits: Record<string, string>; alsoCalled?: string[] }
  places: { id: string; name: string; alsoCalled?: string[] }[]
  things: (Record<string, unknown> & { id: string; name: string; alsoCalled?: string[]; at: string })[]
  topics?: string[]
  people: { id: string; name: string; alsoCalled?: string[]; pronoun: 'he' | 'she' | 'they'; at: string }[]
}

/** Makes a world of the map that the sentences are about. */
export function worldOf(written: WrittenWorld): World {
  const { place } = written
  const containers = new Map(written.things.map((thing) => [thing.id, thing]))
  const at = (location: string) => {
    const holder = containers.get(location)
    return holder ? `${holder['container'] === true ? 'in' : 'on'}:${location}` : location
  }
  const thingOf = (thing: WrittenWorld['things'][number]): Thing => ({
    name: thing.name,
    aliases: thing.alsoCalled ?? [],
    at: at(thing.at),
    portable: thing['portable'] === true,
    ...(thing['container'] === true && { container: true }),
    ...(thing['supporter'] === true && { supporter: true }),
    ...(thing['openable'] === true && { openable: true }),
    ...(thing['locked'] === true && { lockable: true }),
    ...(thing['light'] === true && { light: true }),
    ...(thing['wearable'] === true && { wearable: true }),
    ...(thing['edible'] === true && { edible: true }),
    ...(thing['drinkable'] === true && { drinkable: true }),
    ...(thing['weapon'] === true && { weapon: 1 }),
    ...(thing['readable'] === true && { text: 'Words.' }),
    ...(thing['plural'] === true && { plural: true }),
    is: ['open', 'locked', 'lit', 'worn'].filter((property) => thing[property] === true),
  })
  return {
    title: '',
    opening: '',
    player: { at: place.id },
    places: Object.fromEntries([
      ...written.places.map(({ id, name, alsoCalled = [] }) => [id, { name, aliases: alsoCalled }]),
      [place.id, { name: place.name, aliases: place.alsoCalled ?? [], exits: place.exits }],
    ]),
    things: Object.fromEntries(written.things.map((thing) => [thing.id, thingOf(thing)])),
    people: Object.fromEntries(
      written.people.map(({ id, name, alsoCalled = [], pronoun, at: where }) => [
        id,
        { name, aliases: alsoCalled, pronoun, at: where, topics: topicsOf(written) },
      ]),
    ),
  }
}

// What the map's author says that people can be asked about.
function topicsOf({ topics = [] }: WrittenWorld): Record<string, { answer: string }> {
  return Object.fromEntries(topics.map((topic) => [topic, { answer: '' }]))
}

/** Parses a sentence after those that were typed before it. */
export function read(world: World, { say = [], prompt }: Sentence): Parsed {
  let state: WorldState = {}
  for (const [index, earlier] of say.entries())
    for (const { act } of parse(earlier, { world, state, lexicon }).acts) {
      const { focus } = perform(world, state, act, { seq: index + 1, phrases }).state
      state = { ...state, ...(focus && { focus }) }
    }
  return parse(prompt, { world, state, lexicon })
}

/** Whether a sentence was understood as its author meant it, by the notes of the map. */
export function isRight(world: World, { want, between = [] }: Sentence, parsed: Parsed): boolean {
  if (want === 'which') return sameSet(parsed.question?.between ?? [], between)
  if (parsed.question) return false
  const isCommand = parsed.command !== undefined || parsed.choice !== undefined
  if (want === 'question')
    return !isCommand && parsed.acts.length > 0 && parsed.acts.every(({ act }) => act.act === 'recall')
  // An act on a name that nothing has changes nothing: the world answers that there is no such thing. Nor does an attempt at what no
  // act covers.
  const isIdle = (act: Act) => act.act === 'attempt' || namesUnknown(world, act)
  if (want === 'none') return !isCommand && parsed.acts.every(({ act }) => isIdle(act))
  const got = wantedOf(parsed).flatMap((each) => expand(each, want))
  if (got.length !== want.length) return false
  // Acts of one clause, such as those of a plural, have no order.
  const left = new Set(got)
  return want.every((act, index) => {
    const found = [...left].find((each) => each.start === got[index]!.start && sameAct(world, act, each))
    return found !== undefined && left.delete(found)
  })
}

interface GotAct extends WantedAct {
  to?: string
  start: number
}

function wantedOf({ command, choice, acts }: Parsed): GotAct[] {
  if (command) return [{ act: command.name, start: 0 }]
  if (choice !== undefined) return [{ act: 'choice', number: choice, start: 0 }]
  // What is possible here is an answer to a call for help.
  return acts.map(({ act, start }) => ({ ...(act as WantedAct), ...(act.act === 'hint' && { act: 'help' }), start }))
}

// An act on several things here may be one act for each there.
function expand(act: GotAct, want: readonly WantedAct[]): GotAct[] {
  if (!act.things || want.some(({ things }) => things !== undefined)) return [act]
  return act.things.map((thing) => {
    const { things: _, ...one } = act
    return { ...one, thing }
  })
}

/** Names of acts in the sentences that differ from ours. */
const ours: Record<string, string> = { 'take off': 'remove', 'put out': 'extinguish' }

function sameAct(world: World, want: WantedAct, got: GotAct): boolean {
  const things = (act: WantedAct) => act.things ?? (act.thing === undefined ? [] : [act.thing])
  return (
    (ours[want.act] ?? want.act) === got.act &&
    want.number === got.number &&
    sameSet(things(want), things(got)) &&
    (want.with ?? want.on) === got.with &&
    (['where', 'person', 'preposition'] as const).every((role) => want[role] === got[role]) &&
    (want.act !== 'go' || target(world, want.direction ?? want.place) === target(world, got.to)) &&
    plain(want.topic) === plain(got.topic) &&
    // To ask about a topic may keep the whole question, which the author of a sentence did not note.
    (plain(want.text) === plain(got.text) || (got.act === 'ask' && want.text === undefined && want.topic !== undefined))
  )
}

function target(world: World, to: string | undefined): string | undefined {
  const exit = world.places[world.player.at]?.exits?.[to ?? '']
  return typeof exit === 'string' ? exit : to
}

function namesUnknown(world: World, { thing, things = [], person, to }: Act): boolean {
  const known = (id: string) => id === 'player' || id in world.things || id in world.people || id in world.places
  return [thing, person, to, ...things].some((role) => role !== undefined && !known(role))
}

// Without case, quotation marks, the article in front and the marks at the end.
function plain(text: string | undefined): string | undefined {
  return text
    ?.toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/^["“”'\s]+|["“”'\s.,;:!?…]+$/g, '')
    .replace(/^(?:the|a|an) /, '')
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each))
}
