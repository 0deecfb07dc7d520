import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { contextText } from '../../story/context-text.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { ContextOptions } from './command.ts'
import { withStore } from '../sessions/open.ts'

/** `narratoria context`: what the narrating model was sent, block by block. */
export function showContext({ session: story, json }: ContextOptions, io: Io): Promise<void> {
  return withStore(io, async (store) => {
    const { sessionId } = await findSession(store, story)
    const context = await store.contextOf(sessionId)
    if (json) return printJson(io, { blocks: context?.blocks ?? [] })
    print(io, contextText(context))
  })
}
