import { wordsOfPhrase } from '../text/patterns.ts'
import type { LiveScene } from '../live/live-scene.ts'
import { stems } from '../people/topics.ts'
import { knownLines } from './known-lines.ts'
import { answersOf, isSame, linesHeard, type Said } from './said.ts'

/** What a person said, and in which turn of the session. */
type Line = Pick<Said, 'turn' | 'line'>

/**
 * Answers what a person said: last, or about a topic. `answer` is what they answered to a question about the topic. Beside it stands the
 * last line that has the words of the topic in it.
 */
export function recallSpeech(
  scene: LiveScene,
  person: string,
  { topic, answer }: { topic: string | undefined; answer: Said | undefined },
): void {
  const heard = linesHeard(scene, person)
  const found = topic === undefined ? lastOf(heard, answer) : aboutIn(scene, person, { topic, heard, answer })
  // What a person said here is known in full, so that nothing else is asked.
  if (found.length === 0 && heard.length > 0) return scene.say('recall.unsaid', { person, topic }, 'answer')
  if (found.length === 0) scene.refuse(topic === undefined ? 'recall.silent' : 'recall.unsaid', { person, topic })
  const turns = new Set(found.map(({ turn }) => turn))
  for (const turn of turns) {
    const line = found.filter((each) => each.turn === turn).map((each) => each.line)
    scene.say('recall.said', { person, line: line.join(' '), turn: String(turn) }, 'answer')
  }
}

// All lines of the last turn in which they spoke.
function lastOf(heard: readonly Line[], answer: Line | undefined): Line[] {
  const last = heard.at(-1)?.turn
  if (last === undefined) return answer ? [answer] : []
  return heard.filter(({ turn }) => turn === last)
}

function aboutIn(
  scene: LiveScene,
  person: string,
  { topic, heard, answer }: { topic: string; heard: readonly Line[]; answer: Line | undefined },
): Line[] {
  const ignored = new Set(wordsOfPhrase(scene, 'recall.ignored'))
  const asked = stems(topic).filter((word) => !ignored.has(word))
  const isAbout = ({ line }: { line: string }) => {
    const words = stems(line)
    return asked.length > 0 && asked.every((word) => words.includes(word))
  }
  // "What did she say about the letter?", of one whom she wrote
  const kin = (scene.phrases['recall.kin'] ?? []).map((list) => stems(list))
  const isNearly = ({ line }: { line: string }) => {
    const words = stems(line)
    const has = (word: string) =>
      words.includes(word) || kin.some((list) => list.includes(word) && list.some((each) => words.includes(each)))
    return asked.length > 0 && asked.every(has)
  }
  const line = heard.findLast(isAbout) ?? (answer ? undefined : heard.findLast(isNearly))
  if (line && answer && !isSame(answer.line, line.line)) return [line, answer].toSorted((a, b) => a.turn - b.turn)
  const known = line ?? answer
  if (known) return [known]
  const event = knownLines(scene).find((each) => each.of === person && each.source !== 'read' && isAbout(each))
  if (event) return [{ line: event.line, turn: 0 }]
  const before = answersOf(scene).findLast((each) => each.person === person && isNearly(each))
  return before ? [before] : []
}
