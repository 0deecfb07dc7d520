import type { World } from '@narratoria/world'
import { premiseQuestions } from '../../src/premise/index.ts'

/** The last suggestions of who the player is and of what they want. */
export const other = 'Someone else who is there'
export const see = 'To see what happens'

/** The suggested answers of a question. */
export function answers(id: string, premise: string, given: { player?: string } = {}): string[] | undefined {
  return premiseQuestions(premise, given)
    .find((question) => question.id === id)
    ?.options!.map(({ name }) => name)
}

export function firstGoal({ goals }: World): string {
  return String(Object.values(goals!)[0]!.text)
}
