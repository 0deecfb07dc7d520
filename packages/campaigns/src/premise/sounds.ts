import { fillSentence } from '@narratoria/content'
import type { World } from '@narratoria/world'
import { patternOf } from './conditions.ts'
import { capitalize, withThe } from './furnish.ts'
import { namedIn } from './named-in.ts'
import type { Named, Premise } from './premise.ts'
import { secondPerson } from './second-person.ts'

/** Something that is heard, and from where, as the premise says it: `knocking`, `from inside the sealed hold`. */
export interface Sound {
  name: string
  from?: string
}

/** The sound that a person hears in a premise: "hears a knocking from inside the hold". */
export function soundIn(text: string): Sound | undefined {
  const [, name, from] = patternOf('sound').exec(text) ?? []
  if (name === undefined) return soundMadeIn(text)
  return { name: name.toLowerCase(), ...(from !== undefined && { from: secondPerson(from.trim()) }) }
}

// "Every night someone plays the piano in the music room."
function soundMadeIn(text: string): Sound | undefined {
  const { verb, instrument, from } = patternOf('sound.made').exec(text)?.groups ?? {}
  if (verb === undefined) return undefined
  const name = instrument ?? `${verb.toLowerCase().replace(/ies$/, 'ys').replace(/s$/, '')}ing`
  return { name, ...(from !== undefined && { from: secondPerson(from.trim()) }) }
}

/** A sound as what a premise is about. */
export function namedSound(sound: Sound | undefined): Named | undefined {
  if (!sound) return undefined
  return { name: sound.name, aliases: ['noise', 'sound'], ...(sound.name.endsWith('s') && { isPlural: true }) }
}

/** Lets the sound of a premise be heard where the story begins and, louder, behind the locked door, and be asked about. */
export function giveSound(world: World, { sound }: Premise, choose: (key: string) => string): World {
  if (!sound) return world
  const kept = structuredClone(world)
  const start = kept.player.at
  const locked = Object.entries(kept.things).flatMap(([door, { is = [] }]) => (is.includes('locked') ? [door] : []))
  const behind = Object.values(kept.places).flatMap(({ exits = {} }) =>
    Object.values(exits).flatMap((exit) =>
      typeof exit !== 'string' && exit.door !== undefined && locked.includes(exit.door) ? [exit.to] : [],
    ),
  )
  const values = { sound: withThe(sound.name), from: sound.from === undefined ? '' : ` ${sound.from}` }
  const say = (key: string, more: Record<string, string> = {}) =>
    fillSentence(namedIn(choose(key), { values: { ...values, ...more } }), { ...values, ...more })
  const described = kept.places[start]!.description
  const heard = capitalize(say('soundHere'))
  kept.places[start] = {
    ...kept.places[start]!,
    sound: heard,
    ...(typeof described === 'string' && { description: `${described} ${heard}` }),
  }
  for (const id of behind)
    if (id !== undefined && id !== start && kept.places[id]) kept.places[id].sound = capitalize(say('soundBehind'))
  for (const person of Object.values(kept.people)) {
    if (person.topics === undefined || Object.keys(person.topics).length === 0) continue
    if (Object.hasOwn(person.topics, values.sound)) continue
    person.topics[values.sound] = {
      keywords: [sound.name, 'sound', 'noise'],
      answer: say('soundAbout', { person: person.name }),
      choice: say('ask', { person: person.name, topic: sound.name }),
    }
  }
  return kept
}
