import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { numberIn, textIn } from '../file/json-text.ts'
import { isCleaned, plainText } from '../text/plain-text.ts'
import type { ChatPart, ChatReport } from './chat.ts'

/** Whether a JSON value looks like a scene of Talemate. */
export function isTalemateScene(value: JsonValue): value is JsonObject {
  if (!isJsonObject(value) || !Array.isArray(value.history)) return false
  return 'intro' in value || value.history.some((message) => isJsonObject(message) && 'typ' in message)
}

/** Reads a scene of Talemate: its introduction, its characters and its messages. */
export function* readTalemateScene(scene: JsonObject, report: ChatReport): Generator<ChatPart> {
  const characters = charactersIn(scene)
  const player = characters.find((character) => character.is_player === true)
  const memory = [
    plainText(textIn(scene, 'description') ?? ''),
    ...characters.filter((character) => character !== player).map(describe),
  ].filter((text) => text !== '')
  yield {
    type: 'about',
    about: {
      title: plainText(textIn(scene, 'title') ?? textIn(scene, 'name') ?? ''),
      opening: plainText(textIn(scene, 'intro') ?? ''),
      ...(memory.length > 0 && { memory: memory.join('\n\n') }),
      ...(player && { persona: describe(player), user: plainText(textIn(player, 'name') ?? '') }),
    },
  }
  yield* turnsOf(scene.history as JsonValue[], textIn(player ?? {}, 'name') ?? '', report)
}

function* turnsOf(history: readonly JsonValue[], player: string, report: ChatReport): Generator<ChatPart> {
  let [words, replies]: [string[], string[]] = [[], []]
  const turn = (): ChatPart => {
    report.turns += 1
    const ended = { prompt: words.join('\n\n'), narrative: replies.join('\n\n') }
    ;[words, replies] = [[], []]
    return { type: 'turn', turn: ended }
  }
  for (const message of history) {
    const { typ, source, message: raw = message } = isJsonObject(message) ? message : {}
    const text = typeof raw === 'string' ? plainText(raw) : ''
    if (typeof raw === 'string' && isCleaned(raw)) report.cleanedTexts += 1
    const isHidden = isJsonObject(message) && ((numberIn(message, 'flags') ?? 0) & 1) === 1
    if (
      text === '' ||
      isHidden ||
      (typeof typ === 'string' && typ !== 'character' && typ !== 'narrator' && typ !== 'scene')
    ) {
      report.skippedMessages += 1
      continue
    }
    const isPlayers = source === 'player' || (player !== '' && text.startsWith(`${player}:`))
    if (!isPlayers) replies.push(text)
    else {
      if (replies.length > 0) yield turn()
      words.push(text.replace(/^[^:\n]{1,100}:\s*/, ''))
    }
  }
  if (replies.length > 0 || words.length > 0) yield turn()
}

function charactersIn(scene: JsonObject): JsonObject[] {
  const { characters, character_data: data } = scene
  const list = Array.isArray(characters) ? characters : Object.values(isJsonObject(data) ? data : {})
  return list.filter((character) => isJsonObject(character)).filter((character) => typeof character.name === 'string')
}

function describe(character: JsonObject): string {
  const name = plainText(textIn(character, 'name') ?? '')
  const description = plainText(textIn(character, 'description') ?? '')
  return description === '' ? name : `${name}: ${description}`
}
