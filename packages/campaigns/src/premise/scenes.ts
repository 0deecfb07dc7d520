import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import type { World } from '@narratoria/world'
import type { Construction } from './build-premise.ts'
import { capitalize, withThe } from './furnish.ts'
import type { Named } from './read-premise.ts'

/** The places: the start, from which all others are reached, and the locked one behind the desk. */
export function placesOf({ culprit, ids, places, id, premise, fill, choose }: Construction): World['places'] {
  const [near, far] = [ids.get('near'), ids.get('far')]
  const exits: Partial<Record<keyof typeof places, NonNullable<World['places'][string]['exits']>>> = {
    start: { north: near, south: far, east: culprit ? { to: id.vault, door: id.door } : id.desk },
    // A way around the start joins them in the west.
    near: { south: id.start, west: far },
    far: { north: id.start, west: near },
    ...(!culprit && { desk: { west: id.start, north: { to: id.vault, door: id.door } } }),
    vault: culprit ? { west: { to: id.start, door: id.door } } : { south: { to: id.desk, door: id.door } },
  }
  const named = (role: keyof typeof places) => withThe(places[role].name)
  const ways = fill(choose(culprit ? 'waysDoor' : 'ways'), {
    near: named('near'),
    Near: capitalize(named('near')),
    far: named('far'),
    desk: named('desk'),
  })
  return Object.fromEntries(
    (Object.keys(exits) as (keyof typeof exits)[]).map((role) => {
      const { name, description, sound, smell, scenery } = places[role]
      const groups = role === 'start' ? premise.people.filter(({ isPlural }) => isPlural) : []
      const seen = {
        ...scenery,
        ...Object.fromEntries(groups.map((group) => [group.aliases.at(-1)!, fill(choose('group'))])),
        ...(role === 'start' && tracesSeen({ premise, fill, choose })),
      }
      const alias = lastWord(name)
      return [
        ids.get(role),
        {
          name,
          ...(alias !== name && { aliases: [alias] }),
          description: role === 'start' ? `${description} ${ways}` : description,
          exits: exits[role]!,
          ...(Object.keys(seen).length > 0 && { scenery: seen }),
          ...(sound !== undefined && { sound }),
          ...(smell !== undefined && { smell }),
        },
      ]
    }),
  )
}

/** Traces, and what they are on if that is not a thing: "blood", "piano keys", "keys". */
function tracesSeen({
  premise,
  fill,
  choose,
}: Pick<Construction, 'premise' | 'fill' | 'choose'>): Record<string, string> {
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
  const { ids, id, genre, places, premise, secret, fill, choose } = construction
  const own = premise.things.map((thing, index) => [ids.get(`thing${index}`), ownThing(construction, thing)])
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

function ownThing({ ids, id, premise, fill, choose }: Construction, thing: Named): World['things'][string] {
  const { name, aliases, isPlural, isPortable, isMissing, isReadable, on } = thing
  const holder = premise.things.findIndex((each) => each.name === on)
  // What is missed lies hidden, with the proof.
  const hidden = isPortable === true ? `in:${id.box}` : id.vault
  const isHolder = premise.things.some((each) => each.on === name)
  const isFirst = premise.things.find((each) => each.isReadable && !each.isMissing) === thing
  return {
    name,
    ...(aliases.length > 0 && { aliases }),
    at: isMissing ? hidden : holder < 0 ? id.start : `on:${ids.get(`thing${holder}`)}`,
    ...(isPlural && { plural: true }),
    ...(isHolder && { supporter: true }),
    ...(isPortable !== true && !isMissing && { portable: false, fixed: fill(choose('fixed')) }),
    ...(isReadable && { text: fill(choose(isFirst ? 'readable' : 'readableLater')) }),
    description: [
      fill(choose(isPlural ? 'things' : 'thing'), { thing: name }),
      ...premise.traces
        .filter(({ where }) => where.endsWith(` ${lastWord(name)}`))
        .map((trace) => fill(choose('traced'), { trace: trace.name })),
    ].join(' '),
  }
}

function lastWord(name: string): string {
  return name.split(' ').at(-1)!
}
