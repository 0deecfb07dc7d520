import type { Person } from '@narratoria/world'
import type { CastMember } from './cast.ts'
import { described, doingOf, lookOf } from './people.ts'
import type { Staging } from './plot-world.ts'
import { ownPlaceOf } from './furnish.ts'
import { nearestOf } from './nearest.ts'

/** A person of a plot before what the plot adds: how they look, what they do, and what they answer about the rest of the premise. */
export function plotPerson(staging: Staging, role: string, person: CastMember): Person {
  const { choose, fill, ids, premise } = staging
  const { aliases, genrePerson, isAnimal, isPlural, pronoun } = person
  const shown = isPlural ? nearestOf(person) : person.name
  const say = (key: string) => fill(choose(key), { person: shown })
  return {
    name: shown,
    ...(aliases.length > 0 && { aliases }),
    at: ids.get(ownPlaceOf(person, premise) ?? 'start'),
    pronoun: pronoun ?? 'they',
    description:
      genrePerson?.description ??
      described(staging, { name: person.name, role: person.role, description: say(lookOf(person)) }),
    doing: genrePerson?.doing ?? say(doingOf(person)),
    ...(isAnimal
      ? { greeting: say('animalGreeting'), unknown: say('animalGreeting') }
      : {
          topics: {},
          ...missedBy(staging, { role, shown }),
        }),
  }
}

// What is missed beside the plot can be given back to whom it belongs to, or else to the friend.
function missedBy(
  { choose, fill, ids, names, cast, others, premise }: Staging,
  { role, shown }: { role: string; shown: string },
): Pick<Person, 'wants'> {
  const owner = [...Object.entries(cast), ...others.map((each, index) => [`other${index}`, each] as const)].find(
    ([, { isOwner }]) => isOwner,
  )?.[0]
  const index = premise.things.findIndex(({ isMissing }) => isMissing)
  const isInPlot = names['piece'] !== undefined && names['piece'] === premise.things[index]?.name
  if (index < 0 || isInPlot || role !== (owner ?? 'friend')) return {}
  return {
    wants: [
      {
        thing: ids.get(`thing${index}`),
        thanks: fill(choose('thanksBeside'), { person: shown, thing: premise.things[index]!.name }),
      },
    ],
  }
}
