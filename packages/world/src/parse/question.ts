import { findTopic } from '../people/topics.ts'
import { lastListener, listenerIn } from '../scene/listener.ts'
import type { NounContext } from './noun-context.ts'
import { lemmaOf, tokenize } from './tokens.ts'

/** What is known of a prompt that may be a question to a person who is here. */
export interface Question {
  /** Whether it has the form of a question. */
  asks: boolean
  /** Whether it says "you". */
  isToYou: boolean
  /** Whether it says "I". */
  isOfPlayer: boolean
  /** Whether it begins with "can I". */
  asksLeave: boolean
  isOfPast: boolean
  /** Whether it asks for what was said. */
  isOfSaying: boolean
  /** Whether it says "would". */
  isSupposed: boolean
  /** Whether it says "they". */
  isOfMany: boolean
  /** Whether it says "he" or "she". */
  isOfOther: boolean
  /** Whether the one talked to last spoke in the turn before. */
  isTalking: boolean
  /** Whether the one talked to last spoke in the turn before, and it is short or has a pronoun: "when did he die?" */
  goesOn: boolean
  /** The one who was talked to last, if they are here. */
  last: string | undefined
  /** The same, or else the only one who is here. */
  nearest: string | undefined
  present: readonly string[]
  isAlone: boolean
  /** Who is here and knows of something, the one talked to last before others. */
  about: (words: string) => string | undefined
  /** The same, if all words of the name of what they know of were said. */
  aboutExactly: (words: string) => string | undefined
}

/** A prompt that may be a question, and what it is read with. */
export interface Asked {
  question: Question
  context: NounContext
}

/** The person who was talked to in the last turns, if they are here. */
export function partnerIn(scene: NounContext['scene'], turns = 1): string | undefined {
  const last = lastListener(scene)
  const met = last === undefined ? undefined : scene.state.happened?.[`met:${last}`]
  return met !== undefined && (scene.state.turn ?? 0) - met <= turns ? last : undefined
}

/** Turns after which a question is still for the person talked to, at most. */
const maxPause = 2

/** Words of a question about the last speech, at most, with its mark, if it has no pronoun. */
const maxGoingOn = 6

export function questionOf(text: string, { scene, lexicon, partner }: NounContext): Question {
  const last = partner ?? lastListener(scene)
  const isTalking = partner !== undefined || partnerIn(scene, maxPause) !== undefined
  const present = scene.peopleAt(scene.here).toSorted((a, b) => Number(b === last) - Number(a === last))
  const words = tokenize(text, lexicon).map((token) => token.text)
  const says = (list: readonly string[]) => words.some((word) => list.includes(word))
  const [first = ''] = words
  const { it, them, him, her } = lexicon.pronouns
  const others = [...it, ...them, ...him, ...her, ...lexicon.others]
  // A person who has a topic of this name comes before one who only has a part of it.
  const knowing = (asked: string) => {
    const found = present.flatMap((id) => {
      const topic = findTopic(scene, id, asked)
      return topic ? [{ id, isWeak: topic.isWeak }] : []
    })
    return found.find(({ isWeak }) => !isWeak) ?? found[0]
  }
  return {
    asks: /\?\s*$/.test(text) || lexicon.interrogatives.includes(first) || lexicon.inversions.includes(first),
    isToYou: says(lexicon.addressees),
    isOfPlayer: says(lexicon.subjects),
    asksLeave: lexicon.permissions.includes(first) && lexicon.subjects.includes(words[1] ?? ''),
    // "Do I have to pay?" is not.
    isOfPast: says(lexicon.pasts) && (!lexicon.inversions.includes(first) || lexicon.pasts.includes(first)),
    isOfSaying: says(lexicon.sayings),
    isSupposed: says(lexicon.modals),
    isOfMany: says(lexicon.pronouns.them),
    isOfOther: says([...him, ...her]),
    isTalking,
    goesOn: isTalking && (words.length <= maxGoingOn || says(others)),
    last,
    nearest: partner ?? listenerIn(scene),
    present,
    isAlone: present.length === 0 && last === undefined,
    about: (asked) => knowing(asked)?.id,
    aboutExactly: (asked) => {
      const found = knowing(asked)
      return found?.isWeak === false ? found.id : undefined
    },
  }
}

/** Whether something is described here, or can be seen. */
export function isHere(id: string, { scene, nouns }: NounContext): boolean {
  if (Object.hasOwn(scene.places[scene.here]?.scenery ?? {}, id)) return true
  return nouns.some((noun) => noun.id === id && (noun.inScope || noun.kind !== 'thing'))
}

/** Whether the first word that is not a filler asks for something: "order a soup". */
export function isRequest(text: string, { lexicon }: NounContext): boolean {
  const words = tokenize(text, lexicon).map((token) => token.text)
  const first = words.find((word) => !lexicon.fillers.includes(word)) ?? ''
  return lexicon.requests.includes(lemmaOf(first, lexicon, (each) => lexicon.requests.includes(each)))
}
