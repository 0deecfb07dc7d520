import type { JsonObject } from '@narratoria/protocol'
import { toYou } from '../prose/person.ts'
import { clean } from '../prose/text.ts'
import type { Fact } from '../prose/fact.ts'
import { asNumber, asObject, asObjects, asText } from './json.ts'
import { affirms, numberPattern, sentencesOf } from './prose-check.ts'

type Outcome = 'fail' | 'partial' | 'success'

const outcomeWords: Record<Outcome, RegExp> = {
  fail: /\bfail|\bunsuccessful/i,
  partial: /\bpartial|\bpartly\b/i,
  success: /(?<!partial |partly )(?<!un)\bsucce/i,
}
const names: Record<Outcome, string> = { fail: 'a failure', partial: 'a partial success', success: 'a success' }

const leads = (total: number, name: string): string[] => [
  `The dice come to rest at ${total}, ${name}`,
  `Chance has its say: ${total}, ${name}`,
  `The dice clatter, turn over and show ${total}, ${name}`,
  `Fortune weighs it and answers ${total}, ${name}`,
  `${total}, say the dice, and that is ${name}`,
  `It comes down to ${total} on the dice, ${name}`,
  `The last die tips over and makes it ${total}, ${name}`,
  `A held breath, a rattle, and ${total}: ${name}`,
]
const tails: Record<Outcome, (task: string) => string[]> = {
  fail: (task) => [
    `; try as you might to ${task}, it will not be done, not now.`,
    `. You try to ${task}, and the moment slips through your fingers.`,
    `. Whatever it takes to ${task}, you do not have it yet.`,
    `. You do not manage to ${task}, and somewhere near, something has noticed the attempt.`,
    `; to ${task} was more than this moment would give you.`,
    `. Your attempt to ${task} comes to nothing, and the silence after it is worse.`,
  ],
  partial: (task) => [
    `. You ${task}, but not cleanly: there will be a price.`,
    `. You ${task}, though it takes longer than it should, and louder.`,
    `; you ${task} after a fashion, and something is lost on the way.`,
    `. You ${task}, and only then see what it cost.`,
    `. Half of what you hoped for is yours: you ${task}, and trouble stirs close behind.`,
    `; you ${task}, just barely, with a new worry for your pains.`,
  ],
  success: (task) => [
    `. You ${task}, as surely as if you had done it a hundred times.`,
    `; you ${task} in one smooth motion.`,
    `. You ${task}, and for a heartbeat the world is on your side.`,
    `. Nothing stands in your way: you ${task}.`,
    `. You ${task}, better than you dared to hope.`,
    `; you ${task}, and allow yourself the ghost of a smile.`,
  ],
}
const plainTails = [
  '.',
  '; so be it.',
  ', and there is no taking it back.',
  ', for better or worse.',
  ', as the table falls quiet.',
  ', and you let out your breath.',
]

/** Rolls that are told in sentences of their own; what is left shares one. */
const mostSentences = 4

/** Reads the rolls in a dependency's output, all of them. */
export function diceFacts(output: JsonObject): Fact[] {
  const dice = asObject(output.dice)
  const listed = asObjects(dice?.rolls)
  const last = asObject(dice?.last)
  const rolls = (listed.length > 0 ? listed : last ? [last] : []).flatMap((roll) => {
    const total = asNumber(roll.total)
    return total === undefined ? [] : [{ roll, total }]
  })
  const facts = rolls
    .slice(0, mostSentences)
    .map(({ roll, total }, at) =>
      toFact(roll, total, rolls.slice(0, at).filter((before) => before.total === total).length + 1),
    )
  const rest = rolls.slice(mostSentences).map(({ total }) => total)
  return rest.length === 0
    ? facts
    : [
        ...facts,
        restFact(
          rest,
          rolls.map(({ total }) => total),
        ),
      ]
}

function restFact(totals: number[], all: number[]): Fact {
  const listed = totals.join(', ')
  return {
    kind: 'dice',
    text: `The dice went on to ${listed}.`,
    ways: {
      leads: [
        `The dice roll on: ${listed}`,
        `After those the dice show ${listed}`,
        `And on they tumble, ${listed}`,
        `The dice are not done yet, and give ${listed}`,
      ],
      tails: plainTails,
    },
    isIncluded: (prose) =>
      totals.every((total) => timesTold(prose, total) >= all.filter((other) => other === total).length),
  }
}

/** `nth`: how many rolls of the same total are to be told by then, this one included. */
function toFact(roll: JsonObject, total: number, nth: number): Fact {
  const formula = asText(roll.formula)
  const outcome = readOutcome(roll.outcome)
  const task = asText(roll.task)
  const action = task === undefined ? undefined : toYou(clean(task, 120)).replace(/[.!?\s]+$/, '')
  const deed = action !== undefined && isDeed(action) ? action : undefined
  const aim = deed ? ` at the attempt to ${deed}` : action ? ` for ${action}` : ''
  const text = `The dice roll${formula ? ` ${formula}` : ''} came to ${total}${outcome ? `: ${names[outcome]}` : ''}${aim}.`
  return {
    kind: 'dice',
    text,
    ways: {
      leads: leads(total, outcome ? names[outcome] : `no more and no less`),
      tails: outcome && deed ? tails[outcome](deed) : plainTails,
    },
    isIncluded: (prose) =>
      timesTold(prose, total) >= nth && (outcome === undefined || tellsOutcome(prose, total, outcome)),
  }
}

// Something is done to something, as in "pick the lock". A word alone, or behind an article, is as often a thing: luck, my life.
// What is not to happen, as in "not be seen", is no deed either.
function isDeed(task: string): boolean {
  return /\s/.test(task) && !/^(?:not|an?|the|my|your|his|her|its|our|their|this|that|some|any)\s/i.test(task)
}

function readOutcome(value: unknown): Outcome | undefined {
  return value === 'fail' || value === 'partial' || value === 'success' ? value : undefined
}

const diceWords = /\b(?:dice|die|d\d+|roll(?:s|ed|ing)?|total(?:s|led)?|throws?|threw|thrown|result)\b/i

/** The sentences that tell a total as that of a roll: with a word for dice, or as a number of its own, as in "a twelve, …". */
function tellings(prose: string, total: number): { at: number; times: number }[] {
  const number = numberPattern(total)
  const ofItsOwn = new RegExp(String.raw`\ban?\s+(?:\p{L}+\s+)?${number}(?=\s*(?:[,.;:!?…—–]|$))`, 'iu')
  return sentencesOf(prose).flatMap((sentence, at) => {
    if (!diceWords.test(sentence) && !ofItsOwn.test(sentence)) return []
    const times = [...sentence.matchAll(new RegExp(number, 'giu'))].length
    return times === 0 ? [] : [{ at, times }]
  })
}

function timesTold(prose: string, total: number): number {
  return tellings(prose, total).reduce((sum, { times }) => sum + times, 0)
}

/** The outcome counts beside the roll: in its sentence, the one before or the one after. */
function tellsOutcome(prose: string, total: number, outcome: Outcome): boolean {
  const sentences = sentencesOf(prose)
  return tellings(prose, total).some(({ at }) =>
    sentences.slice(Math.max(0, at - 1), at + 2).some((sentence) => affirms(sentence, outcomeWords[outcome])),
  )
}
