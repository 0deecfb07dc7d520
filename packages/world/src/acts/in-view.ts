import type { Scene } from '../scene/scene.ts'
import { sentencesOf } from '../text/sentences.ts'
import { descriptionIn } from '../view/describe.ts'
import { stems } from '../people/topics.ts'

/** Letters of a word that a question shares with a description, at least. */
const minShared = 4

/** The sentence of a person's description that has most of the content words of a question: "what do you have in that bag?" */
export function sentenceInView(
  scene: Scene,
  person: string,
  { words, ignored }: { words: string; ignored: readonly string[] },
): string | undefined {
  const asked = stems(words).filter((word) => word.length >= minShared && !ignored.includes(word))
  const count = (sentence: string) => stems(sentence).filter((word) => asked.includes(word)).length
  const [best] = sentencesOf(descriptionIn(scene, person) ?? '').toSorted((a, b) => count(b) - count(a))
  return best !== undefined && count(best) > 0 ? best : undefined
}
