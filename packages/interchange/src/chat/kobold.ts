import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { textIn } from '../file/json-text.ts'
import { isCleaned, plainText } from '../text/plain-text.ts'
import type { ChatPart, ChatReport } from './chat.ts'

/** Whether a JSON value looks like a saved story of KoboldAI or KoboldAI Lite. */
export function isKoboldSave(value: JsonValue): value is JsonObject {
  return (
    isJsonObject(value) &&
    'actions' in value &&
    typeof value.prompt === 'string' &&
    ('memory' in value || 'gamestarted' in value)
  )
}

/** Marks of the player's words in the modes of KoboldAI Lite. */
const inputMark = /\{\{\[INPUT\]\}\}|\n### Instruction:\n/
const outputMark = /\{\{\[OUTPUT\]\}\}|\n### Response:\n/

/** Reads a story of KoboldAI: the prompt is the opening, an action that begins with ">" is what the player wrote. */
export function* readKoboldSave(save: JsonObject, report: ChatReport): Generator<ChatPart> {
  const [opening = '', ...rest] = piecesOf(textIn(save, 'prompt') ?? '')
  const [memory, note] = [textIn(save, 'memory'), textIn(save, 'authorsnote')].map((text) => plainText(text ?? ''))
  const entries = Array.isArray(save.worldinfo) ? save.worldinfo.filter(isJsonObject) : []
  const lore = Object.fromEntries(entries.map((entry, index) => [String(index), entry]))
  yield {
    type: 'about',
    about: {
      title: plainText(textIn(save, 'title') ?? textIn(save, 'savedname') ?? ''),
      opening: typeof opening === 'string' ? opening : '',
      ...(memory && { memory }),
      ...(note && { note: { text: note, depth: 3 } }),
      ...(entries.length > 0 && { lore: { entries: lore } }),
    },
  }
  report.cleanedTexts += actionsOf(save).filter(isCleaned).length
  let words = ''
  for (const piece of [...rest, ...actionsOf(save).flatMap(piecesOf)]) {
    if (typeof piece !== 'string') words = [words, piece.words].filter((text) => text !== '').join('\n')
    else {
      report.turns += 1
      yield { type: 'turn', turn: { prompt: words, narrative: piece } }
      words = ''
    }
  }
  if (words !== '') {
    report.turns += 1
    yield { type: 'turn', turn: { prompt: words, narrative: '' } }
  }
}

function actionsOf({ actions }: JsonObject): string[] {
  const list = isJsonObject(actions) ? Object.values(actions) : Array.isArray(actions) ? actions : []
  return list.flatMap((action) => {
    if (typeof action === 'string') return [action]
    const text = isJsonObject(action) ? (action['Selected Text'] ?? action.text) : undefined
    return typeof text === 'string' ? [text] : []
  })
}

/** The narrations of a text, and the words of the player between them. */
function piecesOf(text: string): (string | { words: string })[] {
  const pieces: (string | { words: string })[] = []
  for (const [index, part] of text.split(inputMark).entries()) {
    const [first = '', ...rest] = part.split(outputMark)
    const parts = index === 0 ? [part] : rest
    if (index > 0 && plainText(first) !== '') pieces.push({ words: plainText(first) })
    for (const narration of parts) pieces.push(...withCommands(narration))
  }
  return pieces
}

/** In the adventure mode, a line that begins with ">" is what the player wrote. */
function withCommands(text: string): (string | { words: string })[] {
  const pieces: (string | { words: string })[] = []
  let narration: string[] = []
  const flush = () => {
    const text = plainText(narration.join('\n'))
    if (text !== '') pieces.push(text)
    narration = []
  }
  for (const line of text.split('\n')) {
    const command = /^\s*> ?(.+)$/.exec(line)?.[1]
    if (command === undefined) narration.push(line)
    else {
      flush()
      pieces.push({ words: plainText(command) })
    }
  }
  flush()
  return pieces
}
