import { premiseContent } from '@narratoria/content/premises'
import type { World } from '@narratoria/world'
import { capitalize, type Furniture, withThe } from './furnish.ts'
import { isSaid } from './conditions.ts'
import { isWord } from './words.ts'

/**
 * Keeps the player in if the premise says that they are locked in: in the first place if that is a cell, a lift or the like, else in the
 * building. The key is with who locked the door, who can be persuaded, or else lies in a box.
 */
export function confine(world: World, { choose, culprit, places, premise, isJailed }: Furniture): void {
  const { at: start } = world.player
  const lists = (key: string) => [premiseContent.phrases[key] ?? []].flat()
  const ids = { door: 'way_out', key: 'way_out_key', box: 'way_out_box', outside: 'outside' }
  const hasJailer = isJailed ? Object.entries(world.people).find(([, { name }]) => name === culprit?.name) : undefined
  const exits = (world.places[start]!.exits ??= {})
  const words = places.start.name.split(' ')
  const isRoom = words.some((word) => isWord('room', word)) && isSaid('shutIn.here', premise.text)
  const isChamber = isRoom || words.some((word) => isWord('chamber', word))
  if (isChamber) {
    closeExits(world, start, ids.door)
    // Who is locked in with the player is in there, too.
    for (const person of Object.values(world.people)) {
      const named = premise.people.find(({ name }) => name === person.name)
      if (named && !named.isDue && Object.hasOwn(world.places, person.at)) person.at = start
    }
  }
  exits['out'] = { to: ids.outside, door: ids.door }
  world.places[start]!.description = `${String(world.places[start]!.description ?? '')} ${choose('wayOutSeen')}`.trim()
  world.places[ids.outside] = {
    name: choose('outside'),
    description: choose('outsideLook'),
    exits: { in: { to: start, door: ids.door } },
  }
  world.things[ids.door] = {
    name: choose('wayOut'),
    aliases: lists('wayOutAliases').filter(
      (alias) => !Object.values(world.things).some(({ at, aliases = [] }) => at === start && aliases.includes(alias)),
    ),
    at: start,
    portable: false,
    openable: true,
    lockable: true,
    key: ids.key,
    force: 0,
    is: ['locked', 'scenery'],
    description: choose('wayOutLook'),
  }
  const [jailer, person] = hasJailer ?? []
  const hasKey = Object.values(world.things).some(
    ({ name, aliases = [] }) => /\bkey$/.test(name) || aliases.includes('key'),
  )
  const key = { name: choose('wayOutKey'), ...(!hasKey && { aliases: ['key'] }), description: choose('wayOutKeyLook') }
  if (jailer !== undefined && person) {
    world.things[ids.key] = { ...key, at: jailer }
    const said = (line: string) =>
      line.replaceAll('{The person}', capitalize(withThe(person.name))).replaceAll('{the person}', withThe(person.name))
    person.topics = {
      [choose('wayOutAsk')]: {
        keywords: lists('wayOutWords'),
        when: { at: [ids.key, jailer] },
        answer: said(choose('wayOutGiven')),
        then: [{ move: [ids.key, 'player'] }],
        trust: 25,
        refusal: said(choose('wayOutRefused')),
        choice: said(choose('wayOutChoice')),
      },
      ...person.topics,
    }
  } else {
    const far = Object.values(exits).find((to) => typeof to === 'string')
    world.things[ids.box] = {
      name: choose('wayOutBox'),
      aliases: ['box', 'tin'],
      at: isChamber || typeof far !== 'string' ? start : far,
      container: true,
      openable: true,
      portable: false,
      description: choose('wayOutBoxLook'),
    }
    world.things[ids.key] = { ...key, at: `in:${ids.box}` }
  }
  world.goals = {
    out: {
      text: choose('goalOut').replace('{the start}', withThe(places.start.name)),
      done: { at: ['player', ids.outside] },
    },
    ...world.goals,
  }
  world.endings = {
    ...world.endings,
    out: { title: choose('outTitle'), kind: 'open', when: { at: ['player', ids.outside] }, text: choose('out') },
  }
}

function closeExits({ places }: World, start: string, door: string): void {
  for (const [id, place] of Object.entries(places))
    for (const [way, exit] of Object.entries(place.exits ?? {}))
      if (typeof exit === 'string' && (id === start || exit === start)) place.exits![way] = { to: exit, door }
}
