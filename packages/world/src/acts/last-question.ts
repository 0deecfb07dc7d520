import { findTopic } from '../people/topics.ts'
import type { Scene } from '../scene/scene.ts'
import { sentencesOf } from '../text/sentences.ts'

/** Words that a question has without what was said before it, at least: "Why?" has not. */
const minAlone = 3

/**
 * The question that several sentences end with: "Cold night. Who else is staying here?" `undefined` for one sentence, for words without
 * a question at the end, and for a question whose subject is only named before it: "The light is out. Why is that?"
 */
export function lastQuestion(scene: Scene, person: string, words: string): string | undefined {
  const sentences = sentencesOf(words)
  const last = sentences.at(-1)?.trim() ?? ''
  const isAlone = sentences.length > 1 && last.endsWith('?') && last.split(/\s+/).length >= minAlone
  if (!isAlone) return undefined
  const isStrong = (text: string) => findTopic(scene, person, text)?.isWeak === false
  return isStrong(last) || !isStrong(words) ? last : undefined
}
