import { premiseContent } from '@narratoria/content/premises'
import type { Premise } from '../premise.ts'
import { pronounsIn } from '../references.ts'
import { secondPerson } from '../second-person.ts'
import { type StatedTask, statedTasksIn } from '../stated-tasks.ts'
import { taskToPlayer, withNames } from '../task-words.ts'
import { goalOfQuestion, type Wish } from '../wish.ts'

/** What the player is to do or find out by the words of the premise. */
export interface OwnAim {
  kind: 'task' | 'question' | 'open'
  /** As it follows "to", without a full stop: `find the horse before dawn`. */
  goal: string
}

/** Letters of an aim, at most, that is repeated in a choice. */
export const longestChoice = 60

/** What the premise says that the player must or wants to do, else what it asks, else only to see what comes of it. */
export function ownAimOf(premise: Premise): OwnAim {
  for (const stated of statedTasksIn(premise)) {
    const goal = goalOf(stated, premise)
    if (goal !== undefined) return { kind: 'task', goal }
  }
  const question = questionIn(premise.text)
  if (question !== undefined) return { kind: 'question', goal: question }
  return { kind: 'open', goal: String(premiseContent.phrases['stated.goalOpen']) }
}

/** What the player wants, in their own words. */
export function aimOfWish({ kind, words }: Wish): OwnAim {
  return { kind: kind === 'see' ? 'open' : kind === 'question' ? 'question' : 'task', goal: words }
}

// One whose pronoun has no name is not repeated.
function goalOf(stated: StatedTask, premise: Premise): string | undefined {
  const { until } = stated
  const words = withNames(stated, premise)
  if (words === undefined) return undefined
  const task = taskToPlayer(words, premise)
  const isClear = pronounsIn(task).every(({ start, gender }) => gender === 'it' && start > task.length / 2)
  if (!isClear) return undefined
  const time = until === undefined ? '' : taskToPlayer(until, premise)
  return time === '' || pronounsIn(time).length > 0 ? task : `${task} ${time}`
}

/** The first question of a premise, as what is to be found out. */
function questionIn(text: string): string | undefined {
  const [, asked] = /(?:^|[.!?;:]\s+)([^.!?;:“”"]{8,140})\?(?!["”’])/u.exec(text) ?? []
  if (asked === undefined) return undefined
  return goalOfQuestion(secondPerson(asked.trim().replace(/^(?:and|but|so),? /iu, '')))
}
