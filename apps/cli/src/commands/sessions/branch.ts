import type { TurnSummary } from '@narratoria/runtime'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { listWithAlternatives } from '../../story/branch-list.ts'
import { print, printJson } from '../../terminal/print.ts'
import { firstLine } from '../../terminal/terminal.ts'
import type { BranchOptions } from '../sessions.ts'
import { printHead } from './move.ts'
import { withSession, withStore } from './open.ts'

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
      print(io, `${seq}${marks} ${firstLine(prompt, 80)}`)
    }
  })
}
