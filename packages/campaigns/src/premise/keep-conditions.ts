import { premiseContent } from '@narratoria/content/premises'
import type { Person, World } from '@narratoria/world'
import { killedIn } from './choose-plot.ts'
import { confine } from './confine.ts'
import { capitalize, type Furniture, withThe } from './furnish.ts'
import { sayOnceCome } from './has-come.ts'
import { nearestOf } from './nearest.ts'
import type { Named } from './premise.ts'
import { layBeds, showForm } from './states.ts'

/** Turns before the first person who is due comes, with a time that the premise names and without, and between two of them; or so many times that the player waits. */
const arrivals = { timed: 60, first: 12, next: 8, waits: 2 }

/**
 * Keeps what a premise says of the time before it begins: who is asleep does not answer until they are woken, animals do not speak, who is
 * due is not there yet, who shut themselves in is behind the locked door, and the weather and the dark are felt.
 */
export function keepConditions(world: World, furniture: Furniture): World {
  const { premise } = furniture
  const kept = structuredClone(world)
  const idOf = ({ name }: Named) => Object.keys(kept.people).find((id) => kept.people[id]!.name === name)
  const asleep = premise.people.filter(({ isAsleep }) => isAsleep)
  for (const each of asleep) {
    const id = idOf(each) ?? idOf({ ...each, name: nearestOf(each) })
    // A plot of a sleeper says itself how they are woken.
    if (id !== undefined && !hasRuleFor(kept, id)) {
      putToSleep(kept, id, { person: each, furniture })
      if (each.isPlural) layBeds(kept, id, { person: each, furniture })
    }
  }
  for (const each of premise.people.filter(({ isAnimal }) => isAnimal)) {
    const id = idOf(each) ?? idOf({ ...each, name: nearestOf(each) })
    if (id !== undefined) give(kept, id, 'speechless')
  }
  for (const [index, each] of premise.people.filter(({ isDue, isAsleep }) => isDue && !isAsleep).entries()) {
    const id = idOf(each) ?? idOf({ ...each, name: nearestOf(each) })
    if (id !== undefined && kept.people[id]!.at !== 'nowhere') expect(kept, id, { index, furniture })
  }
  const vault = Object.keys(kept.places).find((id) => kept.places[id]!.name === furniture.places.vault.name)
  for (const each of premise.people.filter(({ isShutIn }) => isShutIn)) {
    const id = idOf(each)
    if (id !== undefined && vault !== undefined && premise.locked) kept.people[id]!.at = vault
  }
  for (const each of premise.people.filter(({ isTurned }) => isTurned)) {
    const id = idOf(each) ?? idOf({ ...each, name: nearestOf(each) })
    if (id !== undefined) showForm(kept.people[id]!, each, furniture)
  }
  layOut(kept, furniture)
  if (premise.isConfined) confine(kept, furniture)
  addWeather(kept, furniture)
  return kept
}

function hasRuleFor({ rules = {} }: World, id: string): boolean {
  return Object.values(rules).some(({ on, refuse }) => refuse !== undefined && on?.person === id)
}

/** Gives a person a property from the start. */
function give(world: World, id: string, property: string): void {
  const { is } = world.state ?? {}
  world.state = { ...world.state, is: { ...is, [id]: { ...is?.[id], [property]: true } } }
}

function putToSleep(
  world: World,
  id: string,
  { person, furniture: { choose } }: { person: Named; furniture: Furniture },
): void {
  const own = world.people[id]!
  const say = (key: string, more: Record<string, string> = {}) => sayOf(choose(key), own.name, more)
  const awake = `${id}_awake`
  const look = String(own.description ?? '')
  // Nothing wakes whom the premise says that nothing wakes.
  const isWakeable = person.isDeep !== true
  const { topics = {}, wants, ...others } = own
  const sleeping: Person = {
    ...others,
    doing: say('sleepDoing'),
    description: say('sleepLook', { look }),
    ...(isWakeable && {
      topics: Object.fromEntries(
        Object.entries(topics).map(([topic, each]) => [
          topic,
          { ...each, when: [{ flag: awake }, ...[each.when ?? []].flat()] },
        ]),
      ),
      ...(wants && { wants }),
      variants: [
        { when: { flag: awake }, description: look, ...(own.doing !== undefined && { doing: own.doing }) },
        ...(own.variants ?? []),
      ],
    }),
  }
  world.people[id] = sleeping
  world.acts = {
    ...world.acts,
    wake: {
      verbs: choose('wakeVerbs').split(', '),
      roles: ['person'],
      otherwise: choose('wakeOther'),
      choice: choose('wakeChoice'),
    },
  }
  give(world, id, 'asleep')
  const isSleeping = isWakeable ? { not: { flag: awake } } : undefined
  world.rules = {
    [`${id}_sleeps`]: {
      on: { act: ['talk', 'ask', 'tell', 'say', 'show', 'give'], person: id },
      ...(isSleeping && { when: isSleeping }),
      refuse: say('sleepOn'),
    },
    [`${id}_woken`]: {
      on: { act: 'wake', person: id },
      ...(isSleeping && { when: isSleeping }),
      order: 'instead',
      then: isWakeable
        ? [{ say: say('wakes') }, { set: awake }, { make: [id, 'asleep', false] }]
        : [{ say: say('wakeNever') }],
      ...(!isWakeable && { once: true }),
    },
    ...(!isWakeable && {
      [`${id}_unwakeable`]: {
        on: { act: 'wake', person: id },
        when: { happened: `${id}_woken` },
        refuse: say('wakeNever'),
      },
    }),
    ...world.rules,
  }
}

function expect(
  world: World,
  id: string,
  { index, furniture: { choose, premise } }: { index: number; furniture: Furniture },
): void {
  const own = world.people[id]!
  const { at } = world.player
  own.at = 'nowhere'
  const comes = `${id}_comes`
  const first = premise.time === undefined ? arrivals.first : arrivals.timed
  // Who waits for them brings the time about.
  world.rules = { [`${id}_waited`]: { on: { act: 'wait' }, then: [{ set: 'waited', add: 1 }] }, ...world.rules }
  world.beats = {
    [comes]: {
      title: capitalize(own.name),
      priority: 'high',
      when: {
        any: [{ turns: { min: first + index * arrivals.next } }, { flag: 'waited', min: arrivals.waits }],
      },
      then: [
        { move: [id, at] },
        {
          if: { at: ['player', at] },
          then: [
            {
              say: sayOf(choose(premise.time === undefined ? 'arrives' : 'arrivesAt'), own.name, {
                time: premise.time ?? '',
              }),
            },
          ],
        },
      ],
    },
    ...world.beats,
  }
  sayOnceCome(world, { id, comes, say: (speaker) => hasComeOf(choose, speaker, own.name) })
}

/** Who has just died, by violence or not, lies where the story begins. */
function layOut({ places, player: { at } }: World, { premise, choose }: Furniture): void {
  const dead = killedIn(premise)
  if (!dead) return
  const place = places[at]!
  place.description = `${String(place.description ?? '')} ${sayOf(choose('bodySeen'), dead.name, {})}`.trim()
  const look = sayOf(choose('bodyLook'), dead.name, {})
  place.scenery = {
    ...place.scenery,
    ...Object.fromEntries([premiseContent.phrases['bodyWords'] ?? []].flat().map((word) => [word, look])),
  }
}

function hasComeOf(choose: (key: string) => string, speaker: string, name: string): string {
  return sayOf(choose('hasCome'), speaker, { 'The other': capitalize(withThe(name)) })
}

function addWeather(world: World, { premise, choose, places }: Furniture): void {
  const seen = new Set([places.start.name, places.near.name, places.far.name])
  const outside = Object.values(world.places).filter(({ name }) => seen.has(name))
  for (const key of premise.conditions) {
    const { noun, line, text, sound } = premiseContent.conditions[key]!
    for (const place of outside) place.scenery = { ...place.scenery, [noun]: text }
    const [start] = outside
    if (!start) continue
    start.description = `${String(start.description ?? '')} ${line}`.trim()
    start.sound = sound
  }
  if (!premise.conditions.includes('dark')) return
  for (const place of Object.values(world.places)) place.dark = true
  world.things = {
    ...world.things,
    own_lamp: {
      name: choose('lampName'),
      at: 'player',
      light: true,
      is: ['lit'],
      description: choose('lampLook'),
    },
  }
}

function sayOf(sentence: string, name: string, more: Record<string, string>): string {
  const values: Record<string, string> = {
    ...more,
    'the person': withThe(name),
    'The person': capitalize(withThe(name)),
  }
  return sentence.replaceAll(/\{([^}]+)\}/g, (whole, key: string) => values[key] ?? whole)
}
