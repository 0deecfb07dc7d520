import type { JsonObject, JsonValue, ToolRequest } from '@narratoria/protocol'
import { isJsonObject } from '@narratoria/protocol/light'
import { asObject } from '../as-object.ts'
import { readCharacters, readPlaces } from './names.ts'
import { weigh } from './significance.ts'

/** The part of a turn that is stored. */
export interface TurnReading {
  text: string
  details: string
  characters: string[]
  places: string[]
  significance: number
}

/** The input of {@link readTurn}. */
export interface TurnSource {
  prompt: string
  dependencies: Record<string, JsonObject | null>
  outcomes?: ToolRequest['outcomes']
  state: JsonObject
}

const longestText = 600
const longestDetails = 400
const longestSummary = 4_000
/** Keys of the shipped skills, which are not changes of the story's world. */
const skillKeys = new Set(['memory', 'storyteller', 'dice', 'reputation', 'world', 'facts'])

/**
 * Reads a turn for the store: the player's words and what came of them. Returns undefined for a turn without words. Characters in
 * questions do not count.
 */
export function readTurn({ prompt, dependencies, outcomes, state }: TurnSource): TurnReading | undefined {
  const text = cleanText(prompt, longestText)
  if (text === '') return undefined
  const outputs = Object.values(dependencies).filter((output) => output !== null)
  const changes = outputs.flatMap(readChanges)
  const rolls = outputs.flatMap(readRoll)
  const happened = readOutcomes(outcomes, dependencies)
  const asked = asksToRemember(text)
  const characters = isQuestion(text) ? [] : readCharacters(text)
  const location = state.location
  return {
    text: asked
      ? text.replace(
          /^(?:please\s+)?(?:remember|memori[sz]e|don['’]?t forget|do not forget|keep in mind|note|never forget)(?:\s+that|\s*[:,])?\s+/i,
          '',
        )
      : text,
    details: cutAtSentence(
      happened.length > 0 ? happened.join(' ') : [...changes, ...rolls].join('; '),
      longestDetails,
    ),
    characters,
    places: [...new Set([...readPlaces(text), ...(typeof location === 'string' ? [cleanText(location, 80)] : [])])],
    significance: weigh(text, {
      changed: changes.length > 0,
      named: characters.length > 0,
      asked,
      rolled: rolls.length > 0,
      question: isQuestion(text),
    }),
  }
}

/** What the player read of the acts. What was only recalled, and what was refused, is not a new memory. */
function readOutcomes(outcomes: TurnSource['outcomes'] = {}, dependencies: TurnSource['dependencies']): string[] {
  return Object.entries(outcomes).flatMap(([toolId, { state, refused, summary = '' }]) => {
    const isRecall = dependencies[toolId]?.memory !== undefined
    const reported = cleanText(summary, longestSummary)
    return state !== 'completed' || refused || isRecall || reported === '' ? [] : [reported]
  })
}

/** True for "Remember that …"; false for "I don't remember" and "I remember the smith". */
function asksToRemember(text: string): boolean {
  if (isQuestion(text)) return false
  if (/\b(?:don['’]?t|do not|never)\s+forget\b/i.test(text)) return true
  return (
    /\b(?:remember|memori[sz]e|keep in mind|note that)\b/i.test(text) &&
    !/(?:n['’]t|\bnot|\bnever|\bcannot|\bhardly|\bbarely)\s+(?:\w+\s+)?(?:remember|memori[sz]e|keep in mind|note)\b/i.test(
      text,
    ) &&
    !/^(?:i|we)\s+(?:\w+\s+){0,2}remember(?:ed)?\s+(?!that\b|to\b)/i.test(text)
  )
}

export function isQuestion(text: string): boolean {
  return (
    /\?\s*$/.test(text) ||
    /^(?:(?:please\s+)?(?:tell|remind)\s+me\s+)?(?:what|who|where|when|why|how|do i|did i|can i|is|are|was|were)\b/i.test(
      text,
    )
  )
}

function readChanges(output: JsonObject): string[] {
  const changes: string[] = []
  const visit = (value: JsonValue, path: string[]): void => {
    if (changes.length >= 8 || path.length > 6) return
    if (isJsonObject(value)) {
      for (const [key, child] of Object.entries(value)) {
        if ((path.length > 0 || !skillKeys.has(key)) && !key.startsWith('_')) visit(child, [...path, key])
      }
      return
    }
    if (path.length > 0) changes.push(describeChange(path.map(words), value))
  }
  visit(output, [])
  return [...changes, ...readStandings(output)]
}

function describeChange(path: string[], value: JsonValue): string {
  const [holder, ...rest] = path
  const thing = (rest.length > 0 && /^(?:inventory|discovered|found|clues?|items?)$/.test(holder!) ? rest : path).join(
    ' ',
  )
  if (value === true) return thing
  if (value === null || value === false) return `no ${thing}`
  return cleanText(
    `${thing}: ${Array.isArray(value) ? value.filter((entry) => typeof entry !== 'object').join(', ') : showScalar(value)}`,
    160,
  )
}

function readStandings(output: JsonObject): string[] {
  const reputation = asObject(output.reputation)
  return Object.values(asObject(reputation?.factions) ?? {}).flatMap((entry) => {
    const { name, change, value } = asObject(entry) ?? {}
    return typeof name === 'string' && typeof change === 'number' && typeof value === 'number' && change !== 0
      ? [`standing with ${cleanText(name, 80)}: ${value}`]
      : []
  })
}

function readRoll(output: JsonObject): string[] {
  const { outcome, total } = asObject(asObject(output.dice)?.last) ?? {}
  return typeof outcome === 'string' && typeof total === 'number' ? [`rolled ${total}, ${outcome}`] : []
}

function words(key: string): string {
  return cleanText(
    key
      .replace(/[_-]+/g, ' ')
      .replace(/(\p{Ll})(\p{Lu})/gu, (_, left: string, right: string) => `${left} ${right.toLowerCase()}`),
    60,
  )
}

/** The whole sentences that fit, or else the whole words, with an ellipsis. */
function cutAtSentence(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  const [sentences = ''] = /^.*[.!?…][”"’)]*(?= )/su.exec(cut) ?? []
  return sentences || `${cut.slice(0, most - 1).replace(/[\s,;:]*\S*$/u, '')}…`
}

/** One line without control characters. */
export function cleanText(text: string, most: number): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
}

function showScalar(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
