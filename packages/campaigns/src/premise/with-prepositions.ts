import { isWord } from './words.ts'

const inPlace = /\b([Ii])n (\{(?:the )?(start|near|far|desk|site|home|spot|place)\})/g
const atTime = /\b([Aa])t \{time\}/g

/**
 * A sentence before its names are filled in, with the prepositions that the names take: "in {start}" is "on {start}" if that is a road, and
 * "at {time}" is "{time}" if that is tomorrow.
 */
export function withPrepositions(sentence: string, names: Readonly<Record<string, string>>): string {
  return sentence
    .replaceAll(inPlace, (whole, first: string, place: string, role: string) => {
      const preposition = prepositionOf(names[role] ?? '')
      if (preposition === 'in') return whole
      return `${first === 'I' ? preposition.replace(/^./, (letter) => letter.toUpperCase()) : preposition} ${place}`
    })
    .replaceAll(atTime, (whole, first: string) => {
      if (!/^(?:tomorrow|tonight|today)\b/.test(names['time'] ?? '')) return whole
      return first === 'A' ? '{Time}' : '{time}'
    })
}

/** The preposition that says that a person is at a place with a name: "in the barn", "on the road", "at the station". */
export function prepositionOf(name: string): 'in' | 'on' | 'at' {
  const head =
    name
      .split(/ (?:of|from|to|between|above|below|by|near|behind|in|on|at) /)[0]!
      .split(' ')
      .at(-1) ?? ''
  if (isWord('placeOn', head)) return 'on'
  return isWord('placeAt', head) ? 'at' : 'in'
}
