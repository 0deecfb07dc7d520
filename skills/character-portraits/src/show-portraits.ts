#!/usr/bin/env node
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, type ToolContext } from '@narratoria/tool-sdk'
import { emitPortrait, pictureOf } from './emit-portrait.ts'
import { readSettings } from './settings.ts'
import { readCast, type Subject } from './subject.ts'

/** Most pictures of one turn. The others follow in the next ones. */
const maxPerTurn = 2

export default defineTool({
  name: 'show-portraits',
  async run(_input: JsonObject, context: ToolContext) {
    const settings = readSettings(context.config)
    const cast = readCast(context, settings)
    if (!cast) return
    const shown = shownBefore(context.state)
    const people: JsonObject = {}
    const drawn: Subject[] = []
    for (const subject of cast.met) {
      const picture = pictureOf(subject, context)
      const { source } = picture
      if (source === 'drawn') drawn.push(subject)
      const before = shown[subject.id]
      if (before?.key === subject.key && before.source === source) continue
      if (Object.keys(people).length >= maxPerTurn || (source === 'drawn' && !settings.silhouettes)) continue
      await emitPortrait(subject, picture, { ...context, isAsked: false })
      people[subject.id] = { key: subject.key, source }
    }
    const wanted = settings.provider !== 'none' && drawn.length > 0
    const isKnown = (context.state.portraits as JsonObject | undefined)?.wanted === true
    if (Object.keys(people).length === 0 && wanted === isKnown) return
    context.patch({ portraits: { ...(Object.keys(people).length > 0 && { people }), wanted: wanted || null } })
  },
})

function shownBefore(state: JsonObject): Record<string, { key: string; source: string } | undefined> {
  const { people = {} } = (state.portraits ?? {}) as { people?: Record<string, { key: string; source: string }> }
  return people
}
