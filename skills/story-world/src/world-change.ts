#!/usr/bin/env node
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, ToolError } from '@narratoria/tool-sdk'
import { findPlace, findSubject } from './world/find-entity.ts'
import { readStory, textOf } from './world/story-state.ts'

const kinds = ['moves', 'dies', 'leaves', 'returns', 'learns'] as const

export default defineTool({
  name: 'world.change',
  input: {
    type: 'object',
    required: ['kind', 'who_or_what', 'cause'],
    properties: {
      kind: { type: 'string', enum: [...kinds] },
      who_or_what: { type: 'string', minLength: 1, maxLength: 120 },
      to: { type: 'string', minLength: 1, maxLength: 120 },
      fact: { type: 'string', minLength: 1, maxLength: 1000 },
      cause: { type: 'string', minLength: 1, maxLength: 1000 },
    },
  },
  run({ kind, who_or_what, to, fact, cause }, { state, patch }) {
    const story = readStory(state)
    const { id, isThing } = findSubject(story, who_or_what)
    const refuse = (why: string) => new ToolError('impossible_change', why, { retryable: false })
    if (isThing && kind !== 'moves') throw refuse(`${id} is a thing, which can only move`)
    if (isThing && story.things[id]?.fixed === true) throw refuse(`${id} is fixed and cannot move`)
    if (kind === 'moves' && to === undefined) throw refuse('"to" must say where it moves')
    if (kind === 'learns' && fact === undefined) throw refuse('"fact" must say what is learnt')
    const change: JsonObject = {
      kind,
      id,
      ...(kind === 'moves' && to !== undefined && { to: findPlace(story, to) }),
      ...(kind === 'learns' && fact !== undefined && { fact }),
      cause: cause.trim(),
      planned: true,
    }
    patch({ story: { changes: [...story.changes, change] }, result: { success: true, change } })
    return `${textOf(isThing ? story.things[id] : story.characters[id], 'name')} ${kind}`
  },
})
