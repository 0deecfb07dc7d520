import type { AguiMessage } from './agui-event.ts'

/** The most turns of a messages snapshot: the last ones. */
export const maxHistoryTurns = 100

interface PlayedTurn {
  turnId: string
  prompt: string
  narrative: string
}

/** The end of the played line of a session, oldest turn first. */
export interface PlayedLine {
  sessionId: string
  opening: string
  turns: readonly PlayedTurn[]
  /** Whether there are earlier turns. */
  isCut: boolean
}

/** A message as a client sends it. */
export interface SentMessage {
  id: string
  role: string
  content?: unknown
  toolCalls?: unknown
}

/** The messages of a line: the opening, and for each turn the player's words and the narration, whose id is that of the turn. */
export function historyOf({ sessionId, opening, turns, isCut }: PlayedLine): AguiMessage[] {
  const start: AguiMessage[] =
    isCut || opening === '' ? [] : [{ id: openingId(sessionId), role: 'assistant', content: opening }]
  return [...start, ...turns.flatMap(messagesOf)]
}

function messagesOf({ turnId, prompt, narrative }: PlayedTurn): AguiMessage[] {
  return [
    ...(prompt === '' ? [] : [{ id: `${turnId}-prompt`, role: 'user' as const, content: prompt }]),
    ...(narrative === '' ? [] : [{ id: turnId, role: 'assistant' as const, content: narrative }]),
  ]
}

/**
 * Whether the narrations among a client's messages are the end of the line, and no words of the player follow them that were not
 * played, such as those of a cancelled turn, so that the client needs no snapshot.
 */
export function isUpToDate(
  messages: readonly SentMessage[],
  { sessionId, opening, turns, isCut }: PlayedLine,
): boolean {
  const narrations = messages.filter(({ role, toolCalls }) => role === 'assistant' && !toolCalls)
  const shown = narrations.filter(({ id }) => id !== openingId(sessionId))
  const narrated = turns.filter(({ narrative }) => narrative !== '')
  if (countPrompts(messages, narrations.at(-1)) !== turns.slice(lastNarrated(turns) + 1).filter(hasPrompt).length)
    return false
  if (shown.length === 0) return narrated.length === 0 && (opening === '' || narrations.length > 0)
  if (shown.length > narrated.length && !isCut) return false
  const count = Math.min(shown.length, narrated.length)
  const end = narrated.slice(-count)
  return shown.slice(-count).every(({ id, content }, index) => {
    const turn = end[index]!
    return id === turn.turnId && content === turn.narrative
  })
}

/** The words of the player after a message; all of them without one. */
function countPrompts(messages: readonly SentMessage[], after: SentMessage | undefined): number {
  return messages.slice(after ? messages.lastIndexOf(after) + 1 : 0).filter(({ role }) => role === 'user').length
}

const lastNarrated = (turns: readonly PlayedTurn[]) => turns.findLastIndex(({ narrative }) => narrative !== '')
const hasPrompt = ({ prompt }: PlayedTurn) => prompt !== ''

/** The text of a message, whose content is a text or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part: unknown) => {
      const text = typeof part === 'object' && part !== null && 'text' in part ? part.text : undefined
      return typeof text === 'string' ? [text] : []
    })
    .join('\n')
}

function openingId(sessionId: string): string {
  return `${sessionId}-opening`
}
