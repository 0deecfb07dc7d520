import Type from 'typebox'
import { positionOf } from '../stories/position.ts'
import { steps, story, turn } from './fields.ts'
import { defineStoryTool, type StoryTool, writes } from './story-tool.ts'

const move = (name: 'undo' | 'redo', title: string, description: string) =>
  defineStoryTool({
    name,
    title,
    description,
    input: Type.Object({ story, steps }),
    annotations: writes,
    run: (input, { stories }) =>
      stories.change(input.story, async (session) => {
        await session[name](input.steps)
        return positionOf(session)
      }),
  })

/** Tools that move to other turns of a story. */
export const moveTools: StoryTool[] = [
  move('undo', 'Undo', 'Undoes the last turns with their state. Nothing is deleted; redo restores them.'),
  move('redo', 'Redo', 'Restores undone turns.'),
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
