import { premiseContent } from '@narratoria/content/premises'
import { fillSentence } from '@narratoria/content'
import type { Topic, World } from '@narratoria/world'
import { capitalize, type Furniture, withThe } from './furnish.ts'

/** What people say of the locked door of a world, if the plot has nothing for them to say: each something else. */
export function askedAboutDoors<T extends Pick<World, 'people' | 'things'>>(world: T, { choose }: Furniture): T {
  const doors = Object.values(world.things).filter(({ lockable, container }) => lockable === true && !container)
  if (doors.length === 0) return world
  const words = [premiseContent.phrases['topic.door.words'] ?? []].flat()
  const keywords = [...new Set([...words, ...doors.flatMap(({ name, aliases = [] }) => [name, ...aliases])])]
  const people = Object.entries(world.people).map(([id, person]) => {
    if (person.topics === undefined) return [id, person] as const
    const answer = fillSentence(choose('aboutDoor'), {}).replaceAll(/\{([Tt]he) person\}/g, (_, article: string) =>
      article === 'The' ? capitalize(withThe(person.name)) : withThe(person.name),
    )
    // What the plot lets them say about it comes before.
    const own = Object.values(person.topics).filter((each) => each.keywords?.some((word) => keywords.includes(word)))
    if (own.some(({ when }) => when === undefined)) return [id, person] as const
    const topic: Topic = {
      keywords,
      answer,
      unlisted: true,
      ...(own.length > 0 && { when: own.map(({ when }) => ({ not: { all: [when!].flat() } })) }),
    }
    return [
      id,
      { ...person, topics: { ...person.topics, [String(premiseContent.phrases['topic.door'])]: topic } },
    ] as const
  })
  return { ...world, people: Object.fromEntries(people) }
}
