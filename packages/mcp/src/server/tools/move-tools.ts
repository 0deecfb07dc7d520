import Type from 'typebox'
import { positionOf } from '../stories/position.ts'
import { steps, story, turn } from './fields.ts'
import { defineStoryTool, type StoryTool, writes } from './story-tool.ts'

/** Tools that move to other turns of a story. */
export const moveTools: StoryTool[] = [
  defineStoryTool({
    name: 'undo',
    title: 'Undo',
    description: 'Undoes the last turns with their state. Nothing is deleted; redo restores them.',
    input: Type.Object({ story, steps }),
    annotations: writes,
    run: (input, { stories }) =>
      stories.change(input.story, async (session) => {
        await session.undo(input.steps)
        return positionOf(session)
      }),
  }),
  defineStoryTool({
    name: 'redo',
    title: 'Redo',
    description: 'Restores undone turns.',
    input: Type.Object({ story, steps }),
    annotations: writes,
    run: (input, { stories }) =>
      stories.change(input.story, async (session) => {
        await session.redo(input.steps)
        return positionOf(session)
      }),
  }),
  defineStoryTool({
    name: 'branch',
    title: 'Go to a turn',
    description:
      'Moves to any stored turn. The next turn follows it; if another turn already does, a branch begins. Without a turn, moves before the first one.',
    input: Type.Object({
      story,
      turn: Type.Optional(turn),
      label: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Labels the turn that is left.' })),
    }),
    annotations: writes,
    run: (input, { stories }) =>
      stories.change(input.story, async (session) => {
        if (input.label !== undefined) await session.label(input.label)
        await session.moveTo(input.turn ?? null)
        return positionOf(session)
      }),
  }),
]
