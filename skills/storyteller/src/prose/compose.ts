import type { Fact } from './fact.ts'
import { atmosphere, type Style } from './atmosphere.ts'
import { pick } from './pick.ts'
import { retell } from './retell.ts'
import { finish } from './text.ts'
import type { RecentSentences } from './recent-sentences.ts'
import { namesDice, withoutDice } from './without-dice.ts'

/** The input of {@link compose}. */
export interface Scene {
  prompt: string
  facts: readonly Fact[]
  style: Style
  /** A number that differs from turn to turn. */
  turn: number
  recent: RecentSentences
  /** The state of earlier turns as words. */
  around?: string
}

const again = [
  'Again ',
  'Once more ',
  'As before, ',
  'Not for the first time, ',
  'Undeterred, ',
  'One more time, ',
  'Patiently, ',
  'Yet again ',
  'Still not done, ',
  'With the same resolve as before, ',
  'Another time, ',
  'Stubborn as ever, ',
  'And again ',
  'Without losing heart, ',
]

/** Composes a narration from templates, in pieces to stream: the action, its outcome and the mood. */
export function compose(scene: Scene): string[] {
  const { facts, style, recent, turn } = scene
  const start = opening(scene)
  const chance = mix(turn, scene.prompt)
  const describe = () =>
    facts.slice(0, style === 'terse' ? 6 : 10).map((fact, at) => sentenceOf(fact, turn + at, recent))
  if (facts.length === 0) return composeQuiet(start, scene, chance)
  const between = style !== 'terse' && turn > 1 && chance % 3 === 0 ? moodOf(scene, chance) : undefined
  const outcome = describe()
  const mood = style === 'terse' ? undefined : (between ?? moodOf(scene, chance))
  return compact(between === undefined ? [start, ...outcome, mood] : [start, between, ...outcome])
}

/**
 * A turn without facts: action and mood in varying order and number. The first turns of a story start with the action.
 */
function composeQuiet(start: string, scene: Scene, chance: number): string[] {
  const [first, second] = [moodOf(scene, chance), moodOf(scene, mix(chance, scene.prompt))]
  if (scene.style === 'terse') return compact([start, first])
  switch (scene.turn < 2 ? 0 : chance % 5) {
    case 0:
      return compact([start, first, second])
    case 1:
      return compact([start, first])
    case 2:
      return compact([first, start])
    case 3:
      return compact([first, start, second])
    default:
      return compact(first === undefined ? [start] : [...joined(start, first), second])
  }
}

/** Joins action and mood to one sentence if both are short and simple. */
function joined(start: string, mood: string): string[] {
  const plainDeed = /^You [^,:;?!“”"…]{4,70}\.$/.test(start)
  const plainMood = /^(?!There\b)[^,:;?!]{4,80}\.$/.test(mood)
  if (!plainDeed || !plainMood) return [start, mood]
  return [`${start.slice(0, -1)}, and ${mood[0]!.toLowerCase()}${mood.slice(1)}`]
}

function moodOf({ style, prompt, facts, around, recent }: Scene, chance: number): string | undefined {
  // Memories are not about the current place.
  const present = facts.filter(({ kind }) => kind !== 'memory')
  const about = [prompt, ...present.map(({ text }) => text)].join(' ')
  return firstOf(atmosphere(style, about, around).map((leads) => () => pick({ leads }, chance, recent)))
}

/** A hash of turn and prompt. */
function mix(turn: number, prompt: string): number {
  let hash = turn + 1
  for (const character of prompt) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return (Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 8) % 1_000_000
}

function compact(pieces: readonly (string | undefined)[]): string[] {
  return pieces.filter((piece) => piece !== undefined)
}

/** A sentence for a fact that was not used recently. */
export function sentenceOf(fact: Fact, turn: number, recent: RecentSentences): string {
  const { leads, tails = [''] } = fact.ways
  return (
    pick(fact.ways, turn, recent) ??
    pick(
      { leads: again.flatMap((prefix) => leads.map((lead) => prefix.trimEnd().replace(/,?$/, ': ') + lead)), tails },
      turn,
      recent,
    ) ??
    finish(fact.text)
  )
}

/** Used if all other sentences for a repeated action were used. */
const asBefore = [
  'You do as you did before',
  'You keep at it',
  'You hold to what you have begun',
  'It is the same thing once more that you do',
  'You will not be turned from it',
  'You begin anew',
  'The same words, the same gesture, and still you mean it',
  'You go through it all again',
]

/** Variants of speech tags. After an exclamation they count as sentences, which must not be repeated. */
const saidWays = new Map([
  [
    'you say, half to yourself',
    `you murmur|you mutter|you say under your breath|you say to nobody in particular|you say aloud|you hear yourself say|you say, as if to
     somebody|you say, and leave it at that|you say to the air|you say, mostly to yourself|you let slip|you say, before you know it`,
  ],
  [
    'you say',
    `you say clearly|you say aloud|you say, and wait|you tell them|you bring out|you say, loud enough to be heard|you say, not too loud|you
     say, and nod|you say at last|you say, choosing your words|you put it|you say, and look up`,
  ],
  [
    'you call',
    `you call out|you shout|you call, louder than you meant|you cry|you call, and listen|you call, hands to your mouth|you holler|you call as
     loud as you dare|you call ahead|you call, and wait|you let it ring out|you call, and your voice carries`,
  ],
  [
    'you ask',
    `you want to know|you inquire|you ask aloud|you ask, and wait|you ask straight out|you ask, not too loud|you put the question|you ask, and
     look up|you ask at last|you ask, choosing your words|you wonder aloud|you ask, and listen`,
  ],
])

function saidOtherwise(sentence: string): string[] {
  const [, speech, said = ''] = /^(.*[!?]”) (you [\p{Ll}\s,]+)\.$/su.exec(sentence) ?? []
  const others = saidWays.get(said)?.split(/\s*\|\s*/) ?? []
  return others.map((other) => `${speech} ${other.replace(/\s+/g, ' ')}.`)
}

function opening({ prompt, facts, turn, recent }: Scene): string {
  const sentence = retellRoll(prompt, facts)
  // No retelling starts with a name, so the first letter can be lowercase.
  const lowered = sentence.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
  const ways = [sentence, ...saidOtherwise(sentence), ...rotate(again, turn).map((prefix) => prefix + lowered)]
  const way = ways.find((text) => recent.isNew(text))
  if (way === undefined)
    return (
      pick({ leads: asBefore, tails: ['.', ', and nothing less.', ', for what else is there?'] }, turn, recent) ??
      sentence
    )
  recent.add(way)
  return way
}

const asksToRoll =
  /^\W*(?:can|could|may|might|shall|should)\s+(?:i|we)\s+(?:please\s+)?((?:roll|throw|cast)\b[^?]*)[?.!\s]*$/i

function retellRoll(prompt: string, facts: readonly Fact[]): string {
  const rolled = facts.some(({ kind }) => kind === 'dice')
  if (!rolled && !namesDice(prompt)) return retell(prompt).sentence
  // A request to roll that was fulfilled is an action.
  const { sentence } = retell(withoutDice(rolled ? prompt.replace(asksToRoll, 'I $1') : prompt))
  // If no dice were rolled, for example because the formula was invalid, do not narrate a roll.
  if (rolled || !/^You (?:roll|throw|use|set out)\b/.test(sentence)) return sentence
  return 'You reach for the dice, but none of them falls.'
}

function rotate<T>(list: readonly T[], by: number): T[] {
  const at = by % list.length
  return [...list.slice(at), ...list.slice(0, at)]
}

function firstOf<T>(tries: (() => T | undefined)[]): T | undefined {
  for (const attempt of tries) {
    const found = attempt()
    if (found !== undefined) return found
  }
  return undefined
}
