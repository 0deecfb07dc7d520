import { fillSentence } from '@narratoria/content'
import type { Person } from '@narratoria/world'
import { capitalize } from './furnish.ts'
import { namedIn } from './named-in.ts'
import { nearestOf } from './nearest.ts'
import type { Named, Premise } from './premise.ts'

/** Who speaks, with the lines of their voice. */
export interface Speaker {
  id: string
  person: Person
  /** As the premise names them; people of the genre have no such name. */
  named?: Named
  manner: 'kin' | 'formal' | 'plain'
  /** The next line of a key, filled with names. */
  say: (key: string, more?: Record<string, string>) => string
}

/** A person of a world with the lines of one voice. */
export function speakerOf(
  { people }: Pick<Premise, 'people'>,
  {
    id,
    person,
    manner,
    lines,
  }: Pick<Speaker, 'id' | 'person' | 'manner'> & { lines: Record<string, string | string[]> },
): Speaker {
  const named = people.find((each) => each.name === person.name || nearestOf(each) === person.name)
  const used = new Map<string, number>()
  return {
    id,
    person,
    manner,
    ...(named && { named }),
    say: (key, more = {}) => {
      const all = [lines[key] ?? []].flat()
      const at = used.get(key) ?? 0
      used.set(key, at + 1)
      const values: Record<string, string> = { person: person.name, ...more }
      const line = namedIn(all[at % all.length] ?? '', { values, pronounOf: () => more['form'] ?? 'it' })
      const starts = { Clause: more['clause'], Reason: more['reason'] }
      const started = Object.entries(starts).reduce(
        (text, [name, value]) => text.replace(`{${name}}`, () => capitalize(value ?? '')),
        line,
      )
      return fillSentence(started, values)
    },
  }
}
