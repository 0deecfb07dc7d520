import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import { nounPhrasesIn } from './noun-phrases.ts'
import type { Read } from './needs.ts'
import type { Named } from './premise.ts'
import type { StatedTask } from './stated-tasks.ts'
import { isAbstract, type TaskTarget } from './task-target.ts'
import { isWord } from './words.ts'

const wanting = new Set(
  [...premiseContent.deeds, ...premiseContent.undertakings.classes].flatMap(({ parts = '' }) => parts.split(' ')),
)

/** What is wanting for a task. */
export interface TaskPart {
  name: string
  /** Of the premise. */
  named?: Named
}

/** What the premise says is missing, or is needed for the task. */
export function ownPart(
  { lacking }: StatedTask,
  { read, target }: { read: Read; target: TaskTarget },
): TaskPart | undefined {
  const missing = read.things.find((thing) => thing.isMissing && thing.isPortable && thing !== target.named)
  const needed = neededIn(lacking)
  return missing ? { name: missing.name, named: missing } : needed === undefined ? undefined : { name: needed }
}

// "I need water" takes what water is carried in.
function neededIn(lacking: string | undefined): string | undefined {
  const [phrase] = lacking === undefined ? [] : nounPhrasesIn(`He has ${lacking}.`)
  if (!phrase || phrase.isName) return undefined
  const { head, text } = phrase
  if (isWord('mass', head)) return fillSentence(String(premiseContent.phrases['massPart']), { stuff: text })
  const isThing =
    !phrase.isPlural && !isAbstract(head) && (isWord('portable', head) || isWord('readable', head) || wanting.has(head))
  return isThing ? text : undefined
}
