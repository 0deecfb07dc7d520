import type { JsonObject } from '@narratoria/protocol'
import { isKnownVerb, toPast } from '../prose/past-tense.ts'
import type { Ways } from '../prose/pick.ts'
import { isQuestion } from '../prose/question.ts'
import { toYou } from '../prose/person.ts'
import { retell } from '../prose/retell.ts'
import { clean, finish, oneSentence } from '../prose/text.ts'
import { namesDice, readTask, withoutDice } from '../prose/without-dice.ts'
import type { Fact } from '../prose/fact.ts'
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

interface Memory {
  text: string
  details: string | undefined
  turn: number | undefined
}

/**
 * Reads the memories in a dependency's output, best first. `now` is the number of the present turn. Of two notes about one
 * thing the older comes first, and both say which is which, for they may contradict each other.
 */
export function memoryFacts(output: JsonObject, { prompt, turn: now }: { prompt: string; turn: number }): Fact[] {
  const { noted } = retell(prompt)
  const memories = asObjects(asObject(output.memory)?.recalled)
    .filter(({ text }) => asText(text) !== undefined)
    .slice(0, mostMemories)
    .map(({ text, details, turn }): Memory => ({
      text: clean(asText(text) ?? '', 160),
      details: asText(details),
      turn: asNumber(turn),
    }))
  const [first, second] = memories.toSorted((left, right) => (left.turn ?? 0) - (right.turn ?? 0))
  if (
    first !== undefined &&
    second !== undefined &&
    first.turn !== second.turn &&
    areNotesOnOne(first.text, second.text)
  )
    return [toNote(first, 'older'), toNote(second, noted === undefined ? 'newer' : 'older')]
  return memories.map((memory) =>
    noted !== undefined && areNotesOnOne(memory.text, noted) ? toNote(memory, 'older') : toFact(memory, now),
  )
}

/** Tells that the player asked for a memory, and that there is none. */
export function emptyMemoryFacts(outputs: readonly JsonObject[], prompt: string): Fact[] {
  const recalled = outputs.flatMap((output) => asObject(output.memory)?.recalled ?? [])
  const searched = outputs.some((output) => Array.isArray(asObject(output.memory)?.recalled))
  if (!searched || recalled.length > 0 || retell(prompt).recollection === undefined) return []
  return [
    {
      kind: 'memory',
      text: 'The player remembers nothing of this.',
      ways: {
        leads: [
          'Nothing comes to mind',
          'Nothing comes back to you',
          'Your memory is silent',
          'You find nothing there',
        ],
        tails: ['.', ', try as you might.', ', not now.', ', however long you search.'],
      },
    },
  ]
}

function toFact({ text, details, turn }: Memory, now: number): Fact {
  const fresh = turn !== undefined && now - turn <= justNow
  return { kind: 'memory', ...tellMemory(text, { details, fresh }), isIncluded: (prose) => recalls(prose, text) }
}

const noteLeads = {
  older: ['Once you noted', 'At one time you knew it so', 'What you noted before', 'An older memory says'],
  newer: ['Later you noted', 'What you noted since', 'The newer memory says', 'Since then you know it so'],
}

function toNote({ text }: Memory, age: keyof typeof noteLeads): Fact {
  const plain = finish(toYou(oneSentence(lowerStart(text))))
  return {
    kind: 'memory',
    text: `Earlier in the story, the ${age} of two notes: ${plain}`,
    ways: { leads: noteLeads[age], tails: [`: ${plain}`] },
    isIncluded: (prose) => recalls(prose, text),
  }
}

const common = new Set(
  'again also been called just like made many more most much never only over said says still than them then very well'.split(
    ' ',
  ),
)

/** True for two facts, and no deeds, that have a weighty word in common. */
function areNotesOnOne(one: string, other: string): boolean {
  const isDeed = (text: string) =>
    isQuestion(text) || /\b(?:i|we)\b/i.test(text) || toPastAction(text, undefined) !== undefined
  const weighty = (text: string) =>
    new Set(
      text
        .toLowerCase()
        .match(/\p{L}{4,}/gu)
        ?.filter((word) => !beginsAny.has(word) && !common.has(word)),
    )
  return !isDeed(one) && !isDeed(other) && [...weighty(one)].some((word) => weighty(other).has(word))
}

function tellMemory(
  text: string,
  { details, fresh }: { details: string | undefined; fresh: boolean },
): Pick<Fact, 'text' | 'ways'> {
  if (isQuestion(text)) {
    const question = finish(toYou(oneSentence(lowerStart(text))))
    return { text: `Earlier in the story you asked: ${question}`, ways: waysOfQuestion(question) }
  }
  const past = toPastAction(text, details)
  if (past !== undefined) return { text: `Earlier in the story: you ${past}.`, ways: waysOfDeed(`you ${past}`, fresh) }
  const plain = toYou(oneSentence(lowerStart(text)))
  return { text: finish(`Earlier in the story: ${plain}`), ways: waysOfKnowledge(plain) }
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
    tails: [`: ${plain}`, `, clear as a bell: ${plain}`, `, word for word: ${plain}`].map(finish),
  }
}

/** What somebody wondered is no knowledge. */
function waysOfQuestion(question: string): Ways {
  return {
    leads: [
      'You remember what you asked',
      'The old question comes back to you',
      'One question has not let go of you',
      'From earlier you still hear yourself ask',
      'Something stirs in your memory, a question',
    ],
    tails: [`: ${question}`],
  }
}

/** A sentence as it stands after a colon: names keep their capital, words that begin any sentence lose it. */
function lowerStart(text: string): string {
  return text.replace(/^\p{Lu}[\p{Ll}'’]*/u, (word) => {
    const lower = word.toLowerCase()
    return beginsAny.has(lower) || isKnownVerb(lower) ? lower : word
  })
}

const beginsAny = new Set(
  `the a an this that these those my your his her its our their he she it we they there here who what where when why how which whose is
   are am was were do does did can could shall should will would may might must has have had if because after before without with instead
   while once until unless since as at in on by for from to under every all some no nothing nobody somebody`.split(
    /\s+/,
  ),
)

/** "I roll 2d6 to pick the lock", with what came of it, becomes "tried to pick the lock and failed". */
function toPastAction(text: string, details: string | undefined): string | undefined {
  const [first = ''] = text.split(' ')
  if (!/^(?:i|we)$/i.test(first) && !isKnownVerb(first)) return undefined
  const task = /\broll/i.test(text) ? readTask(text) : undefined
  if (task !== undefined)
    return `tried ${task.startsWith('not ') ? `not to ${toYou(task.slice(4))}` : `to ${toYou(task)}`}${endOf(details)}`
  const { action } = retell(/\broll/i.test(text) || namesDice(text) ? withoutDice(text) : text)
  return action === undefined ? undefined : oneSentence(toPast(action))
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
