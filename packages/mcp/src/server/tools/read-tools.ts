import { findStateValue, findStateWriter } from '@narratoria/runtime/history'
import { RuntimeError } from '@narratoria/runtime'
import Type from 'typebox'
import { exportText } from '../stories/export-text.ts'
import { positionIn } from '../stories/position.ts'
import { storyView, turnView } from '../stories/views.ts'
import { story, turn } from './fields.ts'
import { defineStoryTool, reads, type StoryTool } from './story-tool.ts'

/** Tools that read stories. */
export const readTools: StoryTool[] = [
  defineStoryTool({
    name: 'list_stories',
    title: 'List stories',
    description: 'Lists the stored stories, the one played last first.',
    input: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Defaults to 50.' })),
    }),
    annotations: reads,
    async run({ limit = 50 }, { stories }) {
      const all = await stories.host.listSessions()
      const shown = all.slice(0, limit).map(storyView)
      const lines = shown.map(({ story, name, title, turns }) => `${title} (${name ?? story}), ${turns} turns`)
      return {
        text: lines.length === 0 ? 'There is no story yet; start one with start_story.' : lines.join('\n'),
        data: { stories: shown, total: all.length },
      }
    },
  }),
  defineStoryTool({
    name: 'list_campaigns',
    title: 'List campaigns',
    description: 'Lists the campaigns that stories can begin in.',
    input: Type.Object({}),
    annotations: reads,
    async run(_input, { stories }) {
      const campaigns = [...((await stories.beginnings?.list()) ?? [])].map(({ name, title, description, genre }) => ({
        name,
        title,
        ...(description !== undefined && { description }),
        ...(genre !== undefined && { genre }),
      }))
      const lines = campaigns.map(({ name, title, description }) => `${name}: ${title}. ${description ?? ''}`.trim())
      return { text: lines.length === 0 ? 'There are no campaigns.' : lines.join('\n'), data: { campaigns } }
    },
  }),
  defineStoryTool({
    name: 'list_skills',
    title: 'List skills',
    description: 'Lists the skills that turns can use, and their health.',
    input: Type.Object({}),
    annotations: reads,
    async run(_input, { stories }) {
      const skills = stories.host.skills.list().map(({ name, description, enabled, errorState }) => {
        return { name, description, enabled, health: errorState }
      })
      const text = skills.map(({ name, description, health }) => `${name} (${health}): ${description}`).join('\n')
      return { text, data: { skills } }
    },
  }),
  defineStoryTool({
    name: 'open_story',
    title: 'Open a story',
    description: 'Returns where a story stands: its last narration, which is to be shown unchanged, and the choices.',
    input: Type.Object({ story }),
    annotations: reads,
    run: async (input, { stories }) => positionIn(stories, await stories.find(input.story)),
  }),
  defineStoryTool({
    name: 'list_turns',
    title: 'List turns',
    description: 'Returns the played line of a story, oldest turn first, and the last turn of every branch.',
    input: Type.Object({
      story,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'The last turns. Defaults to 20.' })),
    }),
    annotations: reads,
    async run(input, { stories }) {
      const { store } = stories.host
      const { sessionId, head, opening } = await stories.find(input.story)
      const [turns, branches] = await Promise.all([
        store.line(sessionId, head, input.limit ?? 20),
        store.leaves(sessionId),
      ])
      const text = turns.map(({ seq, prompt, narrative }) => `${seq}. > ${prompt}\n${narrative}`).join('\n\n')
      const leaves = branches.map(({ turnId, seq, label }) => ({ turn: turnId, number: seq, ...(label && { label }) }))
      return {
        text: text === '' ? opening : text,
        data: { story: sessionId, head, turns: turns.map(turnView), branches: leaves },
      }
    },
  }),
  defineStoryTool({
    name: 'read_state',
    title: 'Read the state',
    description: 'Returns the state of a story, or one value of it, after the last turn or after another one.',
    input: Type.Object({
      story,
      path: Type.Optional(
        Type.String({ description: 'JSON Pointer or names joined by dots. Defaults to the whole state.' }),
      ),
      turn: Type.Optional(turn),
    }),
    annotations: reads,
    async run(input, { stories }) {
      const { store } = stories.host
      const { sessionId, head } = await stories.find(input.story)
      const at = input.turn === undefined ? head : (await store.findTurn(sessionId, input.turn))?.turnId
      if (at === undefined) throw new RuntimeError('unknown_turn', `The story has no turn "${input.turn}".`)
      const value = findStateValue(await store.stateAt(sessionId, at), input.path ?? '')
      const found = value !== undefined
      const text = found ? JSON.stringify(value, null, 2) : `The state has no value at "${input.path}".`
      return { text, data: { story: sessionId, turn: at, path: input.path ?? '', found, ...(found && { value }) } }
    },
  }),
  defineStoryTool({
    name: 'why',
    title: 'Why is it so?',
    description: 'Returns which turn and which tool last changed a value of the state.',
    input: Type.Object({
      story,
      path: Type.String({ minLength: 1, description: 'JSON Pointer or names joined by dots.' }),
    }),
    annotations: reads,
    async run(input, { stories }) {
      const { sessionId, head } = await stories.find(input.story)
      const writer = await findStateWriter(stories.host.store, { sessionId, head }, input.path)
      if (!writer) return { text: `No turn wrote "${input.path}".`, data: { story: sessionId, cause: null } }
      const { turnId, seq, prompt, toolId, planner, value } = writer
      const change = value === undefined ? 'was removed' : `became ${shorten(JSON.stringify(value))}`
      const tool = toolId === null ? 'an unknown tool' : `the tool ${toolId}`
      const cause = { turn: turnId, number: seq, prompt, tool: toolId, planner, ...(value !== undefined && { value }) }
      return {
        text: `"${input.path}" ${change} in turn ${seq} ("${prompt}"), by ${tool}.`,
        data: { story: sessionId, cause },
      }
    },
  }),
  defineStoryTool({
    name: 'recall',
    title: 'Recall',
    description: 'Finds turns of a story by words in them, the best match first.',
    input: Type.Object({
      story,
      words: Type.String({ minLength: 1, maxLength: 500, description: 'Words that all occur in a turn.' }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Defaults to 10.' })),
    }),
    annotations: reads,
    async run(input, { stories }) {
      const { sessionId } = await stories.find(input.story)
      const found = await stories.host.store.search(input.words, { sessionId, limit: input.limit ?? 10 })
      const turns = found.map(({ turnId, seq, excerpt }) => ({ turn: turnId, number: seq, excerpt }))
      const text = turns.map(({ number, excerpt }) => `Turn ${number}: ${excerpt}`).join('\n')
      return { text: text === '' ? 'No turn has these words.' : text, data: { story: sessionId, turns } }
    },
  }),
  defineStoryTool({
    name: 'export_story',
    title: 'Export a story',
    description: 'Returns a story as Markdown to read, or as JSON that can be imported again, in pieces of text.',
    input: Type.Object({
      story,
      format: Type.Optional(Type.Enum(['markdown', 'json'], { description: 'Defaults to markdown.' })),
      offset: Type.Optional(Type.Integer({ minimum: 0, description: 'Characters to skip. Defaults to 0.' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 500_000, description: 'Defaults to 100,000 characters.' }),
      ),
    }),
    annotations: reads,
    async run(input, { stories }) {
      const { format = 'markdown', offset = 0, limit = 100_000 } = input
      const { sessionId } = await stories.find(input.story)
      let [text, total] = ['', 0]
      for await (const piece of exportText(stories, sessionId, format)) {
        const from = Math.max(0, offset - total)
        if (text.length < limit) text += piece.slice(from, from + limit - text.length)
        total += piece.length
      }
      const next = offset + text.length
      const more = next < total ? { nextOffset: next } : {}
      return { text, data: { story: sessionId, format, offset, length: text.length, total, ...more } }
    },
  }),
]

/** The data has the whole value. */
function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)} …` : text
}
