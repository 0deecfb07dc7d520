import type { TurnText } from '@narratoria/runtime/store'
import { text } from 'node:stream/consumers'
import { UsageError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { wrap } from '../../terminal/terminal.ts'
import type { EditOptions, SwipeOptions } from './command.ts'
import { withSession } from './open.ts'
import { isoTime } from './times.ts'

export async function editTurn({ story, turn, narrative, prompt, json }: EditOptions, io: Io): Promise<void> {
  if (narrative === undefined && prompt === undefined)
    throw new UsageError('say what to replace: --narrative for the narration, --prompt for the words of the player')
  const given = narrative === '-' ? (await text(io.stdin)).trim() : narrative
  for (const [option, value] of [['narrative', given] as const, ['prompt', prompt] as const])
    if (value?.trim() === '') throw new UsageError(`the text of --${option} must not be blank`)
  const change = { ...(given !== undefined && { narrative: given }), ...(prompt !== undefined && { prompt }) }
  await withSession(io, story, async (session) => {
    const edited = await session.edit(change, turn)
    const texts = await session.texts(edited.turnId)
    if (json) printJson(io, { sessionId: session.id, turnId: edited.turnId, texts: texts.map(withIsoTime) })
    else print(io, `Turn ${edited.seq} is edited. The text before is kept: "narratoria sessions show --json" lists it.`)
  })
}

function withIsoTime(each: TurnText) {
  return { ...each, createdAt: isoTime(each.createdAt) }
}

export function swipeTurn({ story, back, json }: SwipeOptions, io: Io): Promise<void> {
  return withSession(io, story, async (session) => {
    const { turn, position, count } = await session.swipe(back ? -1 : 1)
    if (json) printJson(io, { sessionId: session.id, turnId: turn.turnId, position, count })
    else print(io, `Text ${position} of ${count} of turn ${turn.seq}:\n\n${wrap(turn.narrative, 80)}`)
  })
}
