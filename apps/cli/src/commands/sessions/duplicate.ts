import { duplicateSession } from '@narratoria/runtime'
import { findSession } from '../../host/open-store.ts'
import { narratoriaHome } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import { notify, print, printJson } from '../../terminal/print.ts'
import type { DuplicateOptions } from '../sessions.ts'
import { withHost } from './open.ts'

export function duplicateStory({ story, name, json }: DuplicateOptions, io: Io): Promise<void> {
  return withHost(io, async ({ store, skills }) => {
    const { sessionId: from } = await findSession(store, story)
    const data = { skills, home: narratoriaHome(io) }
    const { session, leftOut } = await duplicateSession(store, from, { ...(name !== undefined && { name }), data })
    for (const sentence of leftOut) notify(io, sentence)
    const { sessionId, title, turns } = session
    if (json) printJson(io, { sessionId, title, turns })
    else print(io, `${sessionId}  ${title}`)
  })
}
