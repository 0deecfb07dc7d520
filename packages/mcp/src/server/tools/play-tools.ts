import { RuntimeError, type PlayedTurn } from '@narratoria/runtime'
import Type from 'typebox'
import type { Answer } from '../stories/answer.ts'
import { positionOf } from '../stories/position.ts'
import { story } from './fields.ts'
import { defineStoryTool, type StoryTool, writes } from './story-tool.ts'
import type { TurnResult } from '@narratoria/protocol'
import type { ServerContext } from '@modelcontextprotocol/server'
import { type Change, playedView } from '../stories/views.ts'

/** Tools that begin and play stories. */
export const playTools: StoryTool[] = [
  defineStoryTool({
    name: 'start_story',
    title: 'Start a story',
    description:
      'Starts a new story: in a campaign (see list_campaigns), or in a world built from a premise of one or two sentences. Returns its opening and what the player can do first.',
    input: Type.Object({
      name: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'A unique name. Defaults to none.' }),
      ),
      title: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Defaults to that of the campaign.' }),
      ),
      campaign: Type.Optional(Type.String({ minLength: 1, description: 'Name of a campaign. Not with a premise.' })),
      premise: Type.Optional(Type.String({ minLength: 1, maxLength: 4_000, description: 'A person, thing or place.' })),
    }),
    annotations: writes,
    async run(wish, { stories }) {
      if (wish.campaign !== undefined && wish.premise !== undefined)
        throw new TypeError('A story begins in a campaign or from a premise, not both; leave one of them out.')
      return stories.begin(wish, positionOf)
    },
  }),
  defineStoryTool({
    name: 'play_turn',
    title: 'Play a turn',
    description:
      'Plays one turn: the player says in free words what they do. Returns the narration, which is to be shown to the player unchanged, the choices for the next turn, and what changed. A call that is cancelled stores nothing.',
    input: Type.Object({
      story,
      prompt: Type.String({ maxLength: 20_000, description: "The player's words. Empty: the narration goes on." }),
    }),
    annotations: writes,
    run: (input, { stories, context }) =>
      stories.change(input.story, (session) =>
        follow(session.play(input.prompt, { signal: context.mcpReq.signal }), context),
      ),
  }),
  defineStoryTool({
    name: 'choose',
    title: 'Choose',
    description: 'Plays one of the choices that the last turn offered, by its number. Returns the same as play_turn.',
    input: Type.Object({
      story,
      choice: Type.Integer({ minimum: 1, maximum: 99, description: 'The number of the choice, from 1.' }),
    }),
    annotations: writes,
    run: (input, { stories, context }) =>
      stories.change(input.story, async (session) => {
        const choices = await session.choices()
        if (!choices[input.choice - 1]) {
          const offered = choices.map(({ text }, at) => `${at + 1}. ${text}`).join('; ')
          throw new RangeError(
            `There is no choice ${input.choice}. ${offered === '' ? 'Nothing is offered now; use play_turn.' : `The choices are: ${offered}`}`,
          )
        }
        return follow(session.play(String(input.choice), { signal: context.mcpReq.signal }), context)
      }),
  }),
  defineStoryTool({
    name: 'cancel_turn',
    title: 'Cancel the turn',
    description: 'Cancels the turn that is being played in a story. Nothing of it is stored.',
    input: Type.Object({ story }),
    annotations: { ...writes, idempotentHint: true },
    run: (input, { stories }) =>
      stories.change(input.story, async (session) => {
        const cancelled = await session.cancel()
        const text = cancelled ? 'The turn was cancelled.' : 'No turn is being played.'
        return { text, data: { story: session.id, cancelled } }
      }),
  }),
  defineStoryTool({
    name: 'retry_turn',
    title: 'Play the last turn again',
    description: 'Plays the prompt of the last turn again, as an alternative beside it. Returns the same as play_turn.',
    input: Type.Object({ story }),
    annotations: writes,
    run: (input, { stories, context }) =>
      stories.change(input.story, async (session) => {
        if (!(await session.lastTurn())) throw new RuntimeError('nothing_to_retry', 'There is no turn to retry yet.')
        return follow(session.retry({ signal: context.mcpReq.signal }), context)
      }),
  }),
]

/** Follows a turn to its end, and sends its progress if the client asked for it. */
async function follow(turn: PlayedTurn, context: ServerContext): Promise<Answer> {
  const progress = progressOf(context)
  let changes: Change[] = []
  const warnings: string[] = []
  for await (const event of turn) {
    if (event.type === 'replan') changes = []
    if (event.type === 'state') changes.push({ patch: event.patch, ...(event.toolId && { toolId: event.toolId }) })
    if (event.type === 'warning') warnings.push(event.message)
    const step = describeStep(event)
    if (step !== undefined) progress(step)
  }
  const result: TurnResult = await turn.result
  return playedView(result, changes, warnings)
}

type StepEvent = PlayedTurn extends AsyncIterable<infer Event> ? Event : never

function describeStep(event: StepEvent): string | undefined {
  if (event.type === 'turn_started') return 'Planning'
  if (event.type === 'plan') return `Planned ${event.plan.tools.length} steps`
  if (event.type === 'tool_started') return `Running ${event.toolId}`
  if (event.type === 'tool_retry') return `Repeating ${event.toolId}`
  if (event.type === 'replan') return 'Planning again'
  return event.type === 'narration' && !event.append ? 'Narrating' : undefined
}

function progressOf({ mcpReq }: ServerContext): (message: string) => void {
  const progressToken = mcpReq._meta?.progressToken
  let progress = 0
  return (message) => {
    if (progressToken === undefined) return
    progress += 1
    // A client that has gone away gets no progress; the cancellation ends the turn.
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => {})
  }
}
