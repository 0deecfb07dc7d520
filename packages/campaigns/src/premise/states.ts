import type { Person, World } from '@narratoria/world'
import { capitalize, type Furniture, withThe } from './furnish.ts'
import type { Named } from './premise.ts'
import { isWord, singularOf } from './words.ts'

/** Who was turned into something looks like it, and has no words. */
export function showForm(person: Person, { isStill, pronoun, role = '' }: Named, { choose }: Furniture): void {
  const their = { she: 'her', he: 'his', it: 'its', they: 'its' }[pronoun ?? 'they']
  const values: Record<string, string> = {
    'the person': withThe(person.name),
    'The person': capitalize(withThe(person.name)),
    their,
    was: withThe(role),
  }
  const say = (key: string) => choose(key).replaceAll(/\{([^}]+)\}/g, (whole, name: string) => values[name] ?? whole)
  const silent = say(isStill ? 'stillSilent' : 'formSilent')
  Object.assign(person, {
    description: say('formLook'),
    doing: say(isStill ? 'stillDoing' : 'formDoing'),
    greeting: silent,
    unknown: [silent, say(isStill ? 'stillSilent' : 'formSilent')],
  })
}

/** Several who sleep lie in beds, or in pods where there are such. */
export function layBeds(
  world: World,
  id: string,
  { person: { name }, furniture: { choose, genre, premise } }: { person: Named; furniture: Furniture },
): void {
  const hasOwn = premise.things.some((thing) => isWord('bedding', thing.name.split(' ').at(-1)!) && thing.isPlural)
  if (hasOwn) return
  const kind = choose(genre.setting === 'space' ? 'sleepersPod' : 'sleepersBed')
  world.things[`${id}_beds`] = {
    name: `${kind}s`,
    aliases: [
      ...new Set([kind, kind.split(' ').at(-1)!, `${kind.split(' ').at(-1)!}s`, `${singularOf(name)}'s ${kind}`]),
    ],
    at: world.people[id]!.at,
    plural: true,
    portable: false,
    fixed: choose('fixed'),
    description: choose('sleepersLook'),
  }
}
