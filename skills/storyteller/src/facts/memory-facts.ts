import type { JsonObject } from '@narratoria/protocol'
import { toPast } from '../prose/past-tense.ts'
import type { Ways } from '../prose/pick.ts'
import { clean, oneSentence, retell, toYou } from '../prose/retell.ts'
import type { Fact } from './fact.ts'
import { asNumber, asObject, asObjects, asText } from './json.ts'

const mostMemories = 2
/** Turns within which the past is not past. */
const justNow = 4

const oldLeads = [
  'You remember how ',
  'It comes back to you how ',
  'You have not forgotten how ',
  'Your thoughts go back to the hour when ',
  'It seems another life in which ',
  'There was that hour when ',
]
const freshLeads = [
  'It is not long since ',
  'You still see before you how ',
  'Your thoughts are still with the moment when ',
  'Only a little while ago ',
  'You remember well how ',
]

/** Reads the memories in a dependency's output, best first. `now` is the number of the present turn. */
export function memoryFacts(output: JsonObject, now: number): Fact[] {
  return asObjects(asObject(output.memory)?.recalled)
    .filter(({ text }) => asText(text) !== undefined)
    .slice(0, mostMemories)
    .map((memory) => toFact(memory, now))
}

function toFact(memory: JsonObject, now: number): Fact {
  const text = oneSentence(clean(asText(memory.text) ?? '', 160))
  const past = toPastAction(text, asText(memory.details))
  const plain = toYou(text)
  const told = asNumber(memory.turn)
  const fresh = told !== undefined && now - told <= justNow
  return {
    kind: 'memory',
    text: `Earlier in the story: ${past === undefined ? plain : `you ${past}`}.`,
    ways: past === undefined ? waysOfKnowledge(plain) : waysOfDeed(`you ${past}`, fresh),
    isTold: (prose) => recalls(prose, text),
  }
}

function waysOfDeed(deed: string, fresh: boolean): Ways {
  return {
    leads: (fresh ? freshLeads : oldLeads).map((lead) => lead + deed),
    tails: fresh
      ? ['.', ', and it goes with you.', ', and the end of that is not told yet.', '; it has not let go of you.']
      : [
          '.',
          ', and it has a bearing on this.',
          '; it seems both near and long ago.',
          ', and the thought stays with you.',
        ],
  }
}

function waysOfKnowledge(plain: string): Ways {
  return {
    leads: [
      'You remember',
      'It comes back to you',
      'One thing you have not forgotten',
      'From earlier you still know',
      'Something stirs in your memory',
    ],
    tails: [`: ${plain}.`, `, clear as a bell: ${plain}.`, `, word for word: ${plain}.`],
  }
}

/** "I roll 2d6 to pick the lock", with what came of it, becomes "tried to pick the lock and failed". */
function toPastAction(text: string, details: string | undefined): string | undefined {
  if (!/^(?:i|we)\s/i.test(text)) return undefined
  const task = /\broll\w*\b[^.!?]*?\bto\s+([a-z][^.!?;]*)/i.exec(text)?.[1]
  if (task !== undefined) return `tried to ${toYou(task)}${endOf(details)}`
  const { action } = retell(text)
  return action && toPast(action)
}

function endOf(details: string | undefined): string {
  const outcome = /\brolled -?\d+, (fail|partial|success)/.exec(details ?? '')?.[1]
  if (outcome === 'fail') return ' and failed'
  return outcome === undefined ? '' : outcome === 'partial' ? ' and half succeeded' : ' and succeeded'
}

/** A memory counts as told when the prose has half of its weighty words, and at least two where there are two. */
function recalls(prose: string, text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}{5,}/gu) ?? []
  const told = prose.toLowerCase()
  const weighty = [...new Set(words.map((word) => word.slice(0, 6)))]
  const found = weighty.filter((word) => told.includes(word)).length
  return found >= Math.min(weighty.length, Math.max(2, weighty.length / 2))
}
