import { novelContent, type SceneKind } from '@narratoria/content/novels'
import { fill, slotsOf } from '../imagine/fill.ts'
import { seededNumbers, shuffled } from '../imagine/seeded.ts'
import { beatsOf, type Plot } from '../outline/outline.ts'
import { chosenFrom } from './choices.ts'
import { companyOf, type Composition } from './compose-scene.ts'
import { imageOf, inPlainWords } from './images.ts'
import { reworded } from './reworded.ts'
import { longSentencesIn } from './sentences.ts'

export function clueOf(kind: SceneKind, plot: Plot): string {
  const learned = kind.changes.find(([change, , what]) => change === 'learn' && what?.startsWith('clue'))?.[2]
  return plot.clues[Number(String(learned ?? 'clue1').slice('clue'.length)) - 1] ?? plot.clues[0] ?? plot.secret
}

/** A writer of the steps of one scene: each text has sentences that no earlier scene and no earlier step has. */
export function writerOf(composition: Composition, kind: SceneKind) {
  const { beat, part, memory, seed, outline, earlier, avoid = [], version = 0 } = composition
  const planned = beatsOf(outline).findIndex(({ id }) => id === beat.id)
  // A scene that the outline does not plan takes the sentences that come after the written scenes.
  const position = planned < 0 ? Object.keys(memory.scenes).length : planned
  const seen = new Set(earlier.flatMap(longSentencesIn))
  const known = inPlainWords(earlier.join('\n'))
  const { other, third } = companyOf(beat)
  const slots: Record<string, string> = {
    ...slotsOf({ plot: part.plot, other, third, place: beat.place ?? undefined, turn: position }, memory),
    clue: clueOf(kind, part.plot),
    prev: outline.parts[part.number - 1]?.plot?.focus ?? part.plot.focus,
  }
  const role = heroByRole(composition, slots)
  let isNamed = false
  const inOtherWords = (text: string, name: string) =>
    role === '' ? text : byRole(text, { role, isNamed, random: seededNumbers(`${name}/role`) })
  const write = (
    step: string,
    texts: readonly string[],
    { each = 'part', after = '', fits = () => true, isNeeded = each === 'part' }: Wish = {},
  ) => {
    const start = { scene: position, third: Math.floor(position / 3), part: part.number }[each] + version
    const order = shuffled(texts, `${seed}/${each === 'part' ? beat.kind : ''}/${step}`)
    // If a text has been used up, the next one is far away in the order, so that it does not come in the next scene too.
    const stride = each === 'part' ? 1 : strideOf(order.length)
    const turns = order
      .map((_, index) => order[(start + index * stride) % order.length]!)
      .filter((text) => fits(text) && (each === 'part' || !isCircular(text, slots)))
    const isNew = (text: string) => longSentencesIn(text).every((sentence) => !seen.has(sentence))
    const isClean = (text: string) => avoid.every((word) => !wordsOf(text).has(word))
    const readings: string[] = []
    // Texts with choices have several readings, of which one may be new.
    const findReading = (accepts: (text: string, image: string | undefined) => boolean) => {
      for (let reading = 0; reading < (avoid.length > 0 ? 12 : 3); reading++)
        for (const [index, text] of turns.entries()) {
          if (reading > 0 && !text.includes('[')) continue
          const name = `${seed}/${beat.id}/${beat.kind}/${step}/${version}/${index}/${reading}`
          const chosen = chosenFrom(text, name)
          const filled = fill(inOtherWords(chosen, name), {
            ...slots,
            again: againOf(slots, after),
            ...(index > 0 && detailOf(slots, index)),
          })
          const own = reworded(filled, `${name}/words`)
          readings.push(own)
          if (accepts(own, imageOf(text, chosen))) return own
        }
      return undefined
    }
    const isFresh = (image: string | undefined) => each === 'part' || image === undefined || !known.includes(image)
    const chosen =
      findReading((text, image) => isNew(text) && isClean(text) && isFresh(image)) ??
      (isNeeded ? (findReading((text) => isNew(text) && isClean(text)) ?? findReading(isNew)) : undefined) ??
      (each === 'part' ? (readings[0] ?? '') : '')
    for (const sentence of longSentencesIn(chosen)) seen.add(sentence)
    isNamed ||= chosen.includes(slots.hero!)
    return chosen
  }
  return Object.assign(write, { slots })
}

/** The protagonist by what they are, such as `the organist`; empty if others could be meant, or if it is what they are called. */
function heroByRole({ memory, part, beat }: Composition, { hero = '', hrole = '' }: Record<string, string>): string {
  const noun = /^an? (?:\p{Ll}+ )?(\p{Ll}+)$/u.exec(hrole)?.[1]
  const others = beat.people.filter((id) => id !== part.plot.roles.hero).map((id) => memory.characters[id])
  const isTaken = (noun: string) =>
    others.some((person) => person === undefined || `${person.name} ${person.role}`.split(' ').includes(noun))
  return noun === undefined || hero === 'You' || isTaken(noun) ? '' : `the ${noun}`
}

/**
 * Calls the protagonist by what they are in some sentences of the narration, once the scene has named them. A sentence that says what they
 * are keeps the name.
 */
export function byRole(
  text: string,
  { role, isNamed, random }: { role: string; isNamed: boolean; random: () => number },
): string {
  let [hasName, isByName] = [isNamed, true]
  // Within a sentence, another noun would be another person; and never in two sentences in succession.
  const called = (sentence: string) => {
    const isOnce = sentence.split('{hero}').length === 2 && !sentence.includes('{hrole}')
    isByName = !hasName || !isByName || !isOnce || random() < 0.6
    hasName = true
    return isByName ? sentence : sentence.replace('{hero}', role)
  }
  const pieces = text.split(/(“[^”]*”|(?<=[.!?…])\s+)/)
  return pieces
    .map((piece, at) => {
      if (piece.startsWith('“') || !piece.includes('{hero}')) return piece
      const sentence = called(piece)
      // After a question or an exclamation, the sentence continues only with the name of its speaker.
      const isNext =
        /[.!?…]”$/.test(pieces[at - 1] ?? '') && !/^ the \p{Ll}+ (?:said|asked|answered|replied)\b/u.test(sentence)
      return isNext ? sentence.replace(/^ the /, ' The ') : sentence
    })
    .join('')
}

/** How a text is chosen. */
interface Wish {
  /** How often one of the list is used. Defaults to once in a part. */
  each?: 'scene' | 'part' | 'third'
  /** The text before it. */
  after?: string
  fits?: (text: string) => boolean
  /** Whether an image that the reader knows is better than none. */
  isNeeded?: boolean
}

/** Whether a text would relate what the part is about to itself, because that is the place of the scene. */
function isCircular(text: string, { subject, place }: Record<string, string>): boolean {
  return subject === place && text.includes('{subject}') && text.includes('{place}')
}

/** A step that visits every index of a list, and leaves most of the list between two visits. */
function strideOf(length: number): number {
  const isCoprime = (a: number, b: number): boolean => (b === 0 ? a === 1 : isCoprime(b, a % b))
  let stride = Math.max(1, Math.round(length * 0.38))
  while (stride < length && !isCoprime(length, stride)) stride += 1
  return stride
}

/** The protagonist by pronoun directly after a text that names no other person, and by name elsewhere. */
function againOf({ hero = '', he = '', other = '' }: Record<string, string>, after: string): string {
  return after.includes(hero) && !after.includes(other) ? he : hero
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}’-]+/gu) ?? [])
}

function detailOf({ detail = '' }: Record<string, string>, index: number): { detail: string } {
  const { details } = novelContent
  return { detail: index % 2 === 0 ? detail : details[index % details.length]! }
}
