import type { JsonObject } from '@narratoria/protocol'
import { clean, toYou } from '../prose/retell.ts'
import type { Fact } from './fact.ts'
import { asNumber, asObject, asObjects, asText } from './json.ts'

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

/** Reads the rolls in a dependency's output. */
export function diceFacts(output: JsonObject): Fact[] {
  const dice = asObject(output.dice)
  const rolls = asObjects(dice?.rolls)
  const last = asObject(dice?.last)
  return (rolls.length > 0 ? rolls : last ? [last] : []).slice(0, 4).flatMap(toFact)
}

function toFact(roll: JsonObject): Fact[] {
  const total = asNumber(roll.total)
  if (total === undefined) return []
  const formula = asText(roll.formula)
  const outcome = readOutcome(roll.outcome)
  const task = asText(roll.task)
  const action = task === undefined ? undefined : toYou(clean(task, 120)).replace(/[.!?\s]+$/, '')
  const text = `The dice roll${formula ? ` ${formula}` : ''} came to ${total}${outcome ? `: ${names[outcome]}` : ''}${action ? ` at the attempt to ${action}` : ''}.`
  return [
    {
      kind: 'dice',
      text,
      ways: {
        leads: leads(total, outcome ? names[outcome] : `no more and no less`),
        tails: outcome && action ? tails[outcome](action) : plainTails,
      },
      isTold: (prose) => tellsTotal(prose, total) && (outcome === undefined || outcomeWords[outcome].test(prose)),
    },
  ]
}

function readOutcome(value: unknown): Outcome | undefined {
  return value === 'fail' || value === 'partial' || value === 'success' ? value : undefined
}

const words = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

function tellsTotal(prose: string, total: number): boolean {
  const digits = new RegExp(`(?<![\\d.,-])${String(total).replace(/[.-]/g, '\\$&')}(?![\\d]|[.,]\\d)`)
  const word = total >= 2 ? words[total] : undefined
  return digits.test(prose) || (word !== undefined && new RegExp(`\\b${word}\\b`, 'i').test(prose))
}
