import { findStateWriter } from '@narratoria/runtime/history'
import { exitCodes } from '../../exit-codes.ts'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { whyText } from '../../story/why-text.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { WhyOptions } from './command.ts'
import { withStore } from './open.ts'

/** `narratoria sessions why`: which turn and tool wrote a key of the state. */
export function explainKey({ key: first, story: second, session, json }: WhyOptions, io: Io): Promise<number> {
  return withStore(io, async (store) => {
    // Accepts `why KEY`, `why KEY STORY` and `why STORY KEY`.
    const isStoryFirst = second !== undefined && (await store.findSession(first)) !== undefined
    const [story, key] = isStoryFirst ? [first, second] : [session ?? second, first]
    const { sessionId, head } = await findSession(store, story)
    const writer = await findStateWriter(store, { sessionId, head }, key)
    if (json) printJson(io, writer ? { key, ...writer } : { key, turnId: null })
    else print(io, whyText(key, writer))
    return writer ? exitCodes.success : exitCodes.failure
  })
}
