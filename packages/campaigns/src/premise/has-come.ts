import type { Topic, World } from '@narratoria/world'
import { isSaid } from './conditions.ts'

/**
 * A person who has come is not announced any more: an answer with a sentence that they will come is given until then, and another one
 * afterwards.
 */
export function sayOnceCome(
  world: Pick<World, 'people'>,
  { id, comes, say }: { id: string; comes: string; say: (speaker: string) => string },
): void {
  const { name } = world.people[id]!
  const isAnnounced = (line: string) => line.includes(name) && isSaid('announced', line.slice(line.indexOf(name)))
  for (const [other, person] of Object.entries(world.people)) {
    if (other === id) continue
    person.topics = Object.fromEntries(
      Object.entries(person.topics ?? {}).flatMap(([key, topic]): [string, Topic][] => {
        const answers = [topic.answer].flat()
        if (!answers.some((line) => isAnnounced(line))) return [[key, topic]]
        const left = answers.filter((line) => !isAnnounced(line))
        const when = [topic.when ?? []].flat()
        return [
          [key, { ...topic, when: [{ not: { happened: comes } }, ...when] }],
          [
            `${key} (${name})`,
            {
              ...topic,
              keywords: [key, ...(topic.keywords ?? [])],
              answer: left.length > 0 ? left : say(person.name),
              when: [{ happened: comes }, ...when],
            },
          ],
        ]
      }),
    )
  }
}
