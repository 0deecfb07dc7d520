import en from './en.json' with { type: 'json' }
import { wordSet } from './words.ts'

const roles = wordSet(en.roles)
const placeNouns = [...wordSet(en.placeNouns)]
const notNames = wordSet(en.notNames)

const name = String.raw`\p{Lu}[\p{L}'’-]*\p{L}`
const names = String.raw`${name}(?:\s+(?:(?:of|the|of the)\s+)?${name}){0,3}`
const namePattern = new RegExp(names, 'gu')
const placeName = new RegExp(
  String.raw`\b(?:in|into|inside|outside|near|through|(?:go|goes|went|gone|walk\w*|travel\w*|ride|rode|return\w*|come|came|sail\w*|journey\w*|head\w*|flee|fled|arrive\w*)\s+(?:back\s+)?(?:to|from|towards?|at))\s+(?:the\s+)?(${names})`,
  'gu',
)
const placeNoun = new RegExp(
  String.raw`\b(?:the|a|an|my|our|this|that)\s+(?:[\p{L}-]+\s+)?(${placeNouns.join('|')})\b`,
  'giu',
)
// Words after a capitalized first word that show that it is a name.
const actsNext =
  /^(?:['’]s\b|,?\s+(?:and|is|was|has|had|gave|gives|says?|said|tells?|told|asks?|asked|wants?|killed|betrayed|lives?|promised)\b)/

/** The characters in a text: proper names and roles such as "blacksmith". */
export function readCharacters(text: string): string[] {
  const places = new Set(readPlaceNames(text))
  const words = (text.toLowerCase().match(/[\p{L}-]+/gu) ?? []).map((word) =>
    roles.has(word) ? word : word.replace(/s$/, ''),
  )
  return unique([...readNames(text).filter((found) => !places.has(found)), ...words.filter((word) => roles.has(word))])
}

export function readPlaces(text: string): string[] {
  return unique([...readPlaceNames(text), ...[...text.matchAll(placeNoun)].map(([, noun]) => noun!.toLowerCase())])
}

function readPlaceNames(text: string): string[] {
  return [...text.matchAll(placeName)].map(([, found]) => found!)
}

function readNames(text: string): string[] {
  return [...text.matchAll(namePattern)].flatMap(({ 0: found, index }) => {
    const words = found.split(/\s+/).map((word) => word.replace(/['’](?:s|m|d|ve|ll|re)$/, ''))
    const starts = /(?:^|[.!?:"“])\s*$/.test(text.slice(0, index))
    if (starts && !notNames.has(words[0]!) && !actsNext.test(text.slice(index + found.length))) words.shift()
    while (words.length > 0 && (notNames.has(words[0]!) || /^(?:of|the)$/.test(words[0]!))) words.shift()
    return words.length > 0 ? [words.join(' ')] : []
  })
}

function unique(found: string[]): string[] {
  return [...new Map(found.map((entry) => [entry.toLowerCase(), entry])).values()].slice(0, 20)
}
