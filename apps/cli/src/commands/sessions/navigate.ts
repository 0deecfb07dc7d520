import type { Session, TurnSummary } from '@narratoria/runtime'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { listWithAlternatives, wordsOf } from '../../story/branch-list.ts'
import { print, printJson } from '../../terminal/print.ts'
import { wrap, firstLine } from '../../terminal/terminal.ts'
import type { MoveOptions, BranchOptions } from './command.ts'
import { withSession, withStore } from './open.ts'

export function moveSession(direction: 'undo' | 'redo', { story, steps, json }: MoveOptions, io: Io): Promise<void> {
  return withSession(io, story, async (session) => {
    await session[direction](steps)
    await printHead(session, json === true, io)
  })
}

export async function printHead(session: Session, json: boolean, io: Io): Promise<void> {
  const [last] = await session.turns(1)
  if (json) printJson(io, { sessionId: session.id, head: last?.turnId ?? null })
  else if (last) print(io, `The story is now after turn ${last.seq}: ${wordsOf(last)}\n\n${wrap(last.narrative, 80)}`)
  else print(io, 'The story is now at its beginning.')
}

/** `narratoria sessions branch`: lists branches, or goes to a turn. */
export function branchSession({ story, turn, label, json }: BranchOptions, io: Io): Promise<void> {
  if (turn === undefined && label === undefined) return listBranches(story, json === true, io)
  return withSession(io, story, async (session) => {
    if (turn !== undefined) await session.moveTo(turn)
    if (label !== undefined) await session.label(label)
    await printHead(session, json === true, io)
  })
}

function listBranches(story: string, json: boolean, io: Io): Promise<void> {
  return withStore(io, async (store) => {
    const { sessionId, head } = await findSession(store, story)
    const ends = await store.leaves(sessionId)
    const last = head === null ? undefined : await store.findTurn(sessionId, head)
    const alternatives = last ? await store.children(sessionId, last.parentId) : []
    if (json) {
      const summarize = (turns: TurnSummary[]) =>
        turns.map(({ turnId, seq, prompt, label = null }) => ({ turnId, seq, prompt, label }))
      return printJson(io, { sessionId, head, branches: summarize(ends), alternatives: summarize(alternatives) })
    }
    for (const { seq, prompt, label, place } of listWithAlternatives(ends, alternatives, head)) {
      const marks = `${place && ` (${place})`}${label === undefined ? '' : ` [${label}]`}`
      print(io, `${seq}${marks} ${firstLine(wordsOf({ prompt }), 80)}`)
    }
  })
}
