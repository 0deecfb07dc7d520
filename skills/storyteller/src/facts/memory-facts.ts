import type { JsonObject } from '@narratoria/protocol'
import { toPast } from '../prose/past-tense.ts'
import { clean, finish, retell, toYou } from '../prose/retell.ts'
import type { Fact } from './fact.ts'
import { asObject, asObjects, asText } from './json.ts'

const mostMemories = 2

/** Reads the memories in a dependency's output, best first. */
export function memoryFacts(output: JsonObject, most = mostMemories): Fact[] {
  return asObjects(asObject(output.memory)?.recalled)
    .flatMap((memory) => clean(asText(memory.text) ?? '', 160) || [])
    .slice(0, most)
    .map(toFact)
}

function toFact(text: string): Fact {
  const { action } = /^(?:i|we)\s/i.test(text) ? retell(text) : {}
  const plain = finish(toYou(text)).replace(/[.…]+$/, '')
  const past = action === undefined ? undefined : `you ${toPast(action)}`
  const ways =
    past === undefined
      ? {
          leads: [
            'You remember',
            'It comes back to you',
            'One thing you have not forgotten',
            'From earlier days you still know',
            'Something stirs in your memory',
          ],
          tails: [`: ${plain}.`, `, clear as a bell: ${plain}.`, `, word for word: ${plain}.`],
        }
      : {
          leads: [
            `You remember how ${past}`,
            `It comes back to you how ${past}`,
            `You have not forgotten that ${past}`,
            `It feels like yesterday that ${past}`,
            `Some part of you is still back there, when ${past}`,
            `Once, ${past}`,
          ],
          tails: [
            '.',
            ', and it matters now.',
            '; it seems both near and long ago.',
            ', and the thought stays with you.',
          ],
        }
  return {
    kind: 'memory',
    text: `Earlier in the story: ${past ?? plain}.`,
    ways,
    isTold: (prose) => recalls(prose, text),
  }
}

/** A memory counts as told when the prose has one of its weighty words. */
function recalls(prose: string, text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}{5,}/gu) ?? []
  const told = prose.toLowerCase()
  return words.length === 0 || words.some((word) => told.includes(word.slice(0, 6)))
}
