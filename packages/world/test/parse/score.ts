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
        { name, aliases: alsoCalled, pronoun, at: where },
      ]),
    ),
  }
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

/** Whether a sentence was understood as its author meant it. */
export function isRight(world: World, sentence: Sentence, parsed: Parsed): boolean {
  const { want, between = [] } = sentence
  if (want === 'which') return sameSet(parsed.question?.between ?? [], between)
  if (parsed.question) return false
  if (want === 'question') return parsed.acts.length > 0 && parsed.acts.every(({ act }) => act.act === 'recall')
  // A name that nothing has: the world answers that there is no such thing.
  if (want === 'none')
    return (
      parsed.command === undefined &&
      parsed.choice === undefined &&
      parsed.acts.every(({ act }) => !isKnown(world, act))
    )
  const got: WantedAct[] = parsed.command
    ? [{ act: parsed.command.name }]
    : parsed.choice === undefined
      ? parsed.acts.map(({ act }) => act as WantedAct)
      : [{ act: 'choice', number: parsed.choice }]
  const expanded = got.flatMap((act) => expand(act, want))
  return (
    expanded.length === want.length &&
    want.every(
      (act, index) =>
        sameAct(world, act, expanded[index]!) ||
        expanded.some((other) => sameAct(world, act, other) && isPlural(sentence)),
    )
  )
}

function isPlural({ want }: Sentence): boolean {
  return Array.isArray(want) && want.length > 1 && new Set(want.map(({ act }) => act)).size === 1
}

// "Light both lamps" is one act on two things here, and may be two acts on one thing there.
function expand(act: WantedAct, want: readonly WantedAct[]): WantedAct[] {
  const wantsEach = want.every(({ things }) => things === undefined)
  if (!act.things || !wantsEach) return [act]
  return act.things.map((thing) => ({ ...act, things: undefined, thing }))
}

function sameAct(world: World, want: WantedAct, got: WantedAct & { to?: string }): boolean {
  const names: Record<string, string> = { 'take off': 'remove', 'put out': 'extinguish' }
  if ((names[want.act] ?? want.act) !== got.act) return false
  if (want.number !== got.number) return false
  const things = (act: WantedAct) => act.things ?? (act.thing === undefined ? [] : [act.thing])
  if (!sameSet(things(want), things(got))) return false
  if (want.act === 'go' && target(world, want.direction ?? want.place) !== target(world, got.to)) return false
  for (const role of ['with', 'where', 'person'] as const)
    if (want[role] !== undefined && want[role] !== got[role]) return false
  for (const role of ['with', 'person'] as const) if (want[role] === undefined && got[role] !== undefined) return false
  if (
    want.preposition !== undefined &&
    want.act === 'put' &&
    got.preposition !== undefined &&
    want.preposition !== got.preposition
  )
    return false
  if (
    want.topic !== undefined &&
    !plain(got.topic).includes(plain(want.topic)) &&
    !plain(want.topic).includes(plain(got.topic) || '-')
  )
    return false
  return want.text === undefined || plain(want.text) === plain(got.text)
}

function target(world: World, to: string | undefined): string | undefined {
  const exit = world.places[world.player.at]?.exits?.[to ?? '']
  return typeof exit === 'string' ? exit : to
}

function isKnown(world: World, { thing, things = [], person, to, act }: Act): boolean {
  const roles = [thing, person, to, ...things].filter((role) => role !== undefined)
  return roles.length === 0
    ? act !== 'say'
    : roles.every((role) => role in world.things || role in world.people || role in world.places)
}

function plain(text: string | undefined): string {
  return (text ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .replace(/^(?:the|a|an|my|his|her) /, '')
    .trim()
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each))
}
