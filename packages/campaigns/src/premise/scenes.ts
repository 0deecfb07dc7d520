import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import type { World } from '@narratoria/world'
import type { Construction } from './build-premise.ts'
import { foundIn } from './conditions.ts'
import type { Named, Premise } from './premise.ts'
import { secondPerson } from './second-person.ts'
import { isWord } from './words.ts'

/** The places: the start, from which all others are reached, and the locked one behind the desk. */
export function placesOf({ culprit, ids, places, id, premise, fill, choose }: Construction): World['places'] {
  const [near, far] = [ids.get('near'), ids.get('far')]
  const exits: Partial<Record<keyof typeof places, NonNullable<World['places'][string]['exits']>>> = {
    start: { north: near, south: far, east: culprit ? { to: id.vault, door: id.door } : id.desk },
    near: { south: id.start },
    far: { north: id.start },
    ...(!culprit && { desk: { west: id.start, north: { to: id.vault, door: id.door } } }),
    vault: culprit ? { west: { to: id.start, door: id.door } } : { south: { to: id.desk, door: id.door } },
  }
  return Object.fromEntries(
    (Object.keys(exits) as (keyof typeof exits)[]).map((role) => {
      const { name, description, sound, smell, scenery } = places[role]
      const seen = {
        ...scenery,
        ...(role === 'start' && groupsSeen({ premise, fill, choose })),
        ...(role === 'start' && tracesSeen({ premise, fill, choose })),
      }
      const aliases = placeAliases(places[role])
      return [
        ids.get(role),
        {
          name,
          ...(aliases.length > 0 && { aliases }),
          description,
          // The ways that are seen from the start name where they lead.
          ...(/^(?:near|far|desk)$/.test(role) && !(culprit && role === 'desk') && { known: true }),
          exits: exits[role]!,
          ...(Object.keys(seen).length > 0 && { scenery: seen }),
          ...(sound !== undefined && { sound }),
          ...(smell !== undefined && { smell }),
        },
      ]
    }),
  )
}

/** Other names of a place: the last word of its name, and the place that contains it. */
export function placeAliases({ name, aliases = [] }: { name: string; aliases?: string[] }): string[] {
  return [...new Set([lastWord(name), ...aliases])].filter((alias) => alias !== name)
}

/** The groups of people of a premise, of whom only the nearest can be met. */
export function groupsSeen({ premise, fill, choose }: SceneParts): Record<string, string> {
  const groups = premise.people.filter(({ isPlural }) => isPlural)
  return Object.fromEntries(groups.map((group) => [group.aliases.at(-1) ?? group.name, fill(choose('group'))]))
}

type SceneParts = Pick<Construction, 'premise' | 'fill' | 'choose'>
type ThingParts = SceneParts & Pick<Construction, 'ids' | 'recall'>

/** Traces, and what they are on if that is not a thing: "blood", "piano keys", "keys". */
export function tracesSeen({ premise, fill, choose }: SceneParts): Record<string, string> {
  return Object.fromEntries(
    premise.traces.flatMap(({ name, where }) => {
      const noun = where.replace(/^\S+ /, '')
      const isThing = premise.things.some((thing) => noun.endsWith(thing.name) || thing.name.endsWith(noun))
      const names = isThing ? [] : [...new Set([noun, lastWord(noun)])]
      return [
        [name, fill(choose('trace'), { where })],
        ...names.map((each) => [each, fill(choose('tracedPlace'), { trace: name })]),
      ]
    }),
  )
}

/** The things of the premise, at the start unless they are missing; then the proof, what it lies in, the key and the door. */
export function thingsOf(construction: Construction): World['things'] {
  const { ids, id, genre, places, premise, secret, fill, choose, recall } = construction
  // What is missed lies hidden, with the proof.
  const own = premise.things.map((thing, index) => [
    ids.get(`thing${index}`),
    ownThing(
      { ids, premise, fill, choose, recall, start: id.start, hidden: thing.isPortable ? `in:${id.box}` : id.vault },
      thing,
    ),
  ])
  return {
    ...Object.fromEntries(own),
    [id.door]: {
      name: choose('doorName'),
      ...(premise.locked && {
        aliases: [premiseContent.phrases['doorAliases'] ?? []]
          .flat()
          .map((alias) => fillSentence(alias, { place: lastWord(places.vault.name) })),
      }),
      at: id.desk,
      portable: false,
      openable: true,
      lockable: true,
      key: id.key,
      force: 0,
      is: ['locked', 'scenery'],
      description: fill(choose(premise.locked ? 'doorLocked' : 'door')),
    },
    [id.box]: {
      ...genre.box,
      aliases: [genre.box.name.split(' ').at(-1)!],
      at: id.vault,
      portable: false,
      container: true,
      openable: true,
      appearance: fill(choose('box'), { box: genre.box.name }),
    },
    [id.token]: {
      ...genre.token,
      aliases: [genre.token.name.split(' ').at(-1)!],
      at: `in:${id.box}`,
      text: fill(choose('tokenText'), { secret }),
    },
    [id.key]: { ...genre.key, aliases: [genre.key.name.split(' ').at(-1)!], at: id.keeper },
  }
}

/** A thing of the premise: at the start, on what it lies on, or hidden if it is missing. */
export function ownThing(
  {
    ids,
    premise,
    fill,
    choose,
    recall,
    start,
    hidden,
    isPlain = false,
  }: ThingParts & { start: string; hidden: string; isPlain?: boolean },
  thing: Named,
): World['things'][string] {
  const { name, aliases, isHeld, isLockedAway, isPlural, isPortable, isMissing, isReadable, on } = thing
  const holder = premise.things.findIndex((each) => each.name === on)
  const around = premise.things.findIndex((each) => each.name === thing.inside)
  const isHolder = premise.things.some((each) => each.on === name)
  const hiding = premise.things.findIndex((each) => each.isHidingPlace)
  const known = thing.fate ? undefined : recall(thing)
  const isFirst = premise.things.find((each) => each.isReadable && !each.isMissing) === thing
  return {
    name,
    ...(aliases.length > 0 && { aliases }),
    at: isMissing
      ? hiding < 0
        ? hidden
        : `in:${ids.get(`thing${hiding}`)}`
      : around >= 0
        ? `in:${ids.get(`thing${around}`)}`
        : isHeld
          ? 'player'
          : isLockedAway && ids.has('vault')
            ? ids.get('vault')
            : holder < 0
              ? start
              : `on:${ids.get(`thing${holder}`)}`,
    ...(isPlural && { plural: true }),
    ...(thing.isBarred && { openable: true, lockable: true, force: 0, is: ['locked'] }),
    ...(thing.isOpen && { openable: true, is: ['open'] }),
    ...(name.startsWith('your ') && { article: '' }),
    ...(isWord('mass', lastWord(name)) && !name.includes(' of ') && { article: 'some' }),
    ...(isHolder && { supporter: true }),
    ...(isWord('vesselThing', lastWord(name)) && !isHolder && thing.fate === undefined && { container: true }),
    ...((thing.isHidingPlace || thing.isCase) && { container: true, openable: true }),
    ...(isPortable !== true &&
      !isMissing && { portable: false, fixed: fill(choose(thing.fate ? 'remainsFixed' : 'fixed')) }),
    ...(isReadable && {
      text: saidIn(premise, name, choose) ?? fill(choose(isFirst && !isPlain ? 'readable' : 'readableLater')),
    }),
    description: [
      fill(choose(lookKey(thing, known)), { thing: name, ...(known !== undefined && { known }) }),
      ...premise.traces
        .filter(({ where }) => where.endsWith(` ${lastWord(name)}`))
        .map((trace) => fill(choose('traced'), { trace: trace.name })),
    ].join(' '),
  }
}

function lookKey({ fate, isPlural }: Named, known: string | undefined): string {
  if (fate) return `remainsLook.${fate}`
  return known === undefined ? (isPlural ? 'things' : 'thing') : 'thingKnown'
}

// "A note from Vera: 'Don't go'", "a letter proving that the duke plans to poison her".
function saidIn({ text }: Premise, name: string, choose: (key: string) => string): string | undefined {
  const at = text.indexOf(name)
  const [, quoted] =
    at < 0
      ? []
      : (/^[^.!?;]{0,40}?[:,]\s*(?:‘|“|"|'(?=\p{Lu}))(.{3,}?[.!?]?)(?:’(?!\p{L})|”|"|'(?!\p{L}))/u.exec(
          text.slice(at + name.length),
        ) ?? [])
  if (quoted !== undefined) return `“${quoted}”`
  const said = at < 0 ? undefined : foundIn('telling', text.slice(at + name.length).split(/[.!?;](?=\s|$)/u)[0]!)
  return said === undefined ? undefined : choose('readableSaid').replace('{said}', () => secondPerson(said))
}

function lastWord(name: string): string {
  return name.split(' ').at(-1)!
}
