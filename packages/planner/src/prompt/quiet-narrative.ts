import { toSecondPerson } from '../text/second-person.ts'

/** The narrative of a plan without tools. */
export function quietNarrative(prompt: string): string {
  if (prompt === '') return 'The story waits. What do you do?'
  const deed = toSecondPerson(prompt)
  if (deed === undefined) return 'Nothing in this story answers to that. What do you do?'
  return `${deed} The moment passes quietly. What do you do next?`
}
