import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { InterchangeError } from '../errors.ts'
import { numberIn, objectIn, parseJson, textIn, textsIn } from '../file/json-text.ts'
import { isCleaned, plainText } from '../text/plain-text.ts'
import type { ChatAbout, ChatPart, ChatReport, ChatText, ChatTurn } from './chat.ts'

/** The longest line of a chat, in characters. */
const maxLine = 8 * 1024 * 1024
/** The most texts of one message. */
const maxSwipes = 500

/** What is read of a chat's metadata, or says nothing outside of that program. */
const knownMetadata = new Set([
  'variables',
  'note_prompt',
  'note_depth',
  'world_info',
  'integrity',
  'chat_id_hash',
  'tainted',
  'lastInContextMessageId',
])

/** Whether a text begins like a chat of SillyTavern. */
export function isSillyTavernChat(firstLine: string): boolean {
  try {
    const value = JSON.parse(firstLine) as JsonValue
    return (
      isJsonObject(value) &&
      ('chat_metadata' in value || 'user_name' in value || ('mes' in value && 'is_user' in value))
    )
  } catch {
    return false
  }
}

/**
 * Reads a chat of SillyTavern, one line at a time: first what the chat says about itself, then its turns. A turn is what the player wrote
 * and the replies that follow; the swipes of a single reply are its alternatives.
 *
 * @param report counts what was left out while the chat is read
 * @throws {InterchangeError} `invalid_chat` with the line, `too_large`
 */
export async function* readSillyTavernChat(
  lines: AsyncIterable<string> | Iterable<string>,
  report: ChatReport,
): AsyncGenerator<ChatPart> {
  const about: ChatAbout = { title: '', opening: '' }
  const turns = new TurnBuilder(report)
  let isAboutGiven = false
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line.trim() === '') continue
    const message = parseLine(line, number)
    if (typeof message.mes !== 'string') {
      if (number > 1) throw new InterchangeError('invalid_chat', `Line ${number} of the chat has no "mes".`)
      readHeader(message, about, report)
      continue
    }
    if (about.title === '' && message.is_user !== true) about.title = textIn(message, 'name') ?? ''
    const turn = turns.add(message)
    if (!isAboutGiven && (turns.hasBegun || turn)) {
      isAboutGiven = true
      yield { type: 'about', about: { ...about, opening: turns.opening } }
    }
    if (turn) yield { type: 'turn', turn }
  }
  if (number === 0) throw new InterchangeError('invalid_chat', 'The chat is empty.')
  if (!isAboutGiven) yield { type: 'about', about: { ...about, opening: turns.opening } }
  const last = turns.end()
  if (last) yield { type: 'turn', turn: last }
}

function parseLine(line: string, number: number): JsonObject {
  if (line.length > maxLine) throw new InterchangeError('too_large', `Line ${number} of the chat is too long.`)
  const value = parseJson(line, `Line ${number} of the chat`, Infinity)
  if (!isJsonObject(value)) throw new InterchangeError('invalid_chat', `Line ${number} of the chat is not a message.`)
  return value
}

function readHeader(header: JsonObject, about: ChatAbout, report: ChatReport): void {
  const metadata = objectIn(header, 'chat_metadata')
  const { variables, note_prompt: note } = metadata
  const createdAt = readDate(header.create_date)
  const user = textIn(header, 'user_name')?.trim()
  Object.assign(about, {
    title: plainText(textIn(header, 'character_name') ?? ''),
    ...(user && user !== 'unused' && { user: plainText(user) }),
    ...(createdAt !== undefined && { createdAt }),
    ...(isJsonObject(variables) && Object.keys(variables).length > 0 && { variables }),
    ...(typeof note === 'string' &&
      note.trim() !== '' && {
        note: { text: plainText(note), depth: Math.max(0, numberIn(metadata, 'note_depth') ?? 4) },
      }),
  })
  if (about.title === 'unused') about.title = ''
  const unknown = Object.keys(metadata).filter((key) => !knownMetadata.has(key))
  if (unknown.length > 0)
    report.warnings.push(
      `Of the chat's metadata, these were not taken over: ${plainText(unknown.slice(0, 10).join(', '))}.`,
    )
  if (typeof metadata.world_info === 'string' && metadata.world_info !== '')
    report.warnings.push(
      `The chat uses the lorebook "${plainText(metadata.world_info)}", which is a file of its own: import it, too.`,
    )
}

/** Puts messages together to turns. */
class TurnBuilder {
  opening = ''
  hasBegun = false
  readonly #report: ChatReport
  #turn: ChatTurn | undefined
  #replies = 0

  constructor(report: ChatReport) {
    this.#report = report
  }

  /** Returns the turn that the message ends, if it ends one. */
  add(message: JsonObject): ChatTurn | undefined {
    if (message.is_system === true) {
      this.#report.skippedMessages += 1
      return undefined
    }
    const given = textIn(message, 'mes') ?? ''
    const text = plainText(given)
    const others = textsIn(message, 'swipes')
      .slice(0, maxSwipes)
      .filter((swipe) => swipe !== given)
    this.#report.cleanedTexts += [given, ...others].filter(isCleaned).length
    const createdAt = readDate(message.send_date)
    if (message.is_user === true) return this.#addWords(text, createdAt)
    if (!this.#turn) {
      if (textsIn(message, 'swipes').length > 1 && this.opening === '')
        this.#report.warnings.push('Of the greetings of the chat, the one that was chosen became the opening.')
      this.opening = joined(this.opening, text)
      return undefined
    }
    this.#addReply(message, text, createdAt)
    return undefined
  }

  end(): ChatTurn | undefined {
    const turn = this.#turn
    this.#turn = undefined
    if (!turn) return undefined
    this.#report.turns += 1
    this.#report.alternatives += (turn.alternatives?.length ?? 1) - 1
    return turn
  }

  #addWords(text: string, createdAt: number | undefined): ChatTurn | undefined {
    if (this.#turn && this.#replies === 0) {
      this.#turn.prompt = joined(this.#turn.prompt, text)
      return undefined
    }
    const ended = this.end()
    this.hasBegun = true
    this.#replies = 0
    this.#turn = { prompt: text, narrative: '', ...(createdAt !== undefined && { createdAt }) }
    return ended
  }

  #addReply(message: JsonObject, text: string, createdAt: number | undefined): void {
    const turn = this.#turn!
    this.#replies += 1
    turn.narrative = joined(turn.narrative, text)
    if (createdAt !== undefined) turn.createdAt = createdAt
    // Several replies have no alternatives in common.
    const alternatives = this.#replies === 1 ? swipesOf(message, text) : undefined
    if (alternatives) turn.alternatives = alternatives
    else if (this.#replies === 2 && turn.alternatives) {
      delete turn.alternatives
      this.#report.warnings.push('Alternatives of replies that share a turn with others were left out.')
      if (this.#report.warnings.length > 20) this.#report.warnings.pop()
    }
  }
}

function swipesOf(message: JsonObject, shown: string): ChatText[] | undefined {
  const infos = Array.isArray(message.swipe_info) ? message.swipe_info : []
  const texts = new Map<string, ChatText>()
  for (const [index, swipe] of textsIn(message, 'swipes').slice(0, maxSwipes).entries()) {
    const narrative = plainText(swipe)
    const info = infos[index]
    const createdAt = isJsonObject(info) ? readDate(info.send_date) : undefined
    if (narrative !== '') texts.set(narrative, { narrative, ...(createdAt !== undefined && { createdAt }) })
  }
  if (!texts.has(shown)) texts.set(shown, { narrative: shown })
  return texts.size > 1 ? [...texts.values()] : undefined
}

function joined(one: string, other: string): string {
  return [one, other].filter((text) => text !== '').join('\n\n')
}

/** Reads a time as chats write it: milliseconds, ISO, "June 1, 2024 3:04pm" or "2024-6-1 @15h 4m 5s 678ms". */
function readDate(value: unknown): number | undefined {
  if (typeof value === 'number') return validTime(value)
  if (typeof value !== 'string') return undefined
  if (/^\d{11,14}$/.test(value)) return validTime(Number(value))
  const [, date, hours = '0', minutes = '0', seconds = '0'] =
    /^(\d{4}-\d{1,2}-\d{1,2})\s*@\s*(\d{1,2})h\s*(\d{1,2})m\s*(?:(\d{1,2})s)?/.exec(value) ?? []
  if (date !== undefined) {
    const [year, month, day] = date.split('-').map(Number)
    return validTime(Date.UTC(year!, month! - 1, day, Number(hours), Number(minutes), Number(seconds)))
  }
  return validTime(Date.parse(value.replace(/(\d)\s*([ap]m)\b/i, '$1 $2')))
}

function validTime(time: number): number | undefined {
  return Number.isFinite(time) && Math.abs(time) <= 8.64e15 ? Math.trunc(time) : undefined
}
