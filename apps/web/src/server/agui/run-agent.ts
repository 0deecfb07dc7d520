import { setImmediate } from 'node:timers/promises'
import { type JsonObject, NarratoriaError } from '@narratoria/protocol'
import { RuntimeError, type Session } from '@narratoria/runtime'
import type { AguiEvent } from '../../agui/agui-event.ts'
import { textOf } from '../../agui/history.ts'
import { type RunAgentInput, RunWishes } from '../../agui/run-input.ts'
import { TurnTranslator } from '../../agui/turn-translator.ts'
import { type Command, readCommand } from '../../api/read-command.ts'
import { maxPromptLength } from '../../api/resources.ts'
import type { TurnWireEvent } from '../../api/session-message.ts'
import { answerError } from '../answer-error.ts'
import { WebError } from '../errors.ts'
import { checkShape } from '../guard/read-body.ts'
import { moveHead } from '../live/move-head.ts'
import type { WebApi } from '../web-api.ts'
import { createEventBody, type EventBody } from './event-body.ts'
import { openThread, viewThread } from './thread.ts'

/** What a run does: it plays a text, performs a command, or only brings the client up to date. */
type Task = { play: string } | { command: Command } | undefined

interface Run {
  api: WebApi
  threadId: string
  runId: string
  /** The messages of the client, without the one that is played or that is a command. */
  messages: RunAgentInput['messages']
  /** Whether the client has a message that is not part of the story. */
  hasCommand: boolean
  /** Whether the run ends when the model has added its choices. */
  waitsForChoices: boolean
  body: EventBody
}

/**
 * Starts a run. Its events are the body of the response.
 *
 * @throws {WebError} `invalid_request`
 */
export function runAgent(api: WebApi, input: RunAgentInput): Response {
  const wishes = readWishes(input.forwardedProps)
  const task = taskOf(input, wishes)
  const body = createEventBody()
  const { threadId, runId } = input
  const hasCommand = task !== undefined && 'command' in task && wishes.command === undefined
  const isLastTaken = hasCommand || (task !== undefined && 'play' in task)
  const messages = isLastTaken ? input.messages.slice(0, -1) : input.messages
  const waitsForChoices = wishes.furtherChoices === true
  const run = { api, threadId, runId, messages, hasCommand, waitsForChoices, body }
  body.send([{ type: 'RUN_STARTED', threadId, runId }])
  // Playing begins with work that holds the event loop, such as starting processes, so the first event is sent before.
  void sent()
    .then(() => openThread(api, input, wishes))
    .then((session) => perform(run, session, { task, prompt: input.messages.at(-1) }))
    .catch((error: unknown) => {
      if (!NarratoriaError.isInstance(error)) api.report(error)
      body.send([errorEvent(error)])
    })
    .finally(() => body.close())
  return new Response(body.stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      // Otherwise the adapter of Node waits for further events before it sends the first.
      'Transfer-Encoding': 'chunked',
    },
  })
}

/** Resolves when what was enqueued has been written, which the adapter of Node does in the next turns of the event loop. */
async function sent(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate()
}

type Prompt = RunAgentInput['messages'][number] | undefined

async function perform(run: Run, session: Session, { task, prompt }: { task: Task; prompt: Prompt }): Promise<void> {
  if (!task) return bringUpToDate(run, session)
  if ('play' in task) {
    const { play } = task
    return follow(run, session, { prompt, play: (signal) => session.play(play, { signal }) })
  }
  const { name, count } = task.command
  if (name === 'continue') return follow(run, session, { play: (signal) => session.continue({ signal }) })
  if (name === 'retry') return retry(run, session)
  await moveHead(run.api.channels, session.id, (moved) => moved[name](count))
  return bringUpToDate(run, session)
}

async function bringUpToDate(
  { api, threadId, runId, messages, hasCommand, body }: Run,
  session: Session,
): Promise<void> {
  const { head } = await api.channels.record(session.id)
  const { events } = await viewThread(api, session, { messages, hasCommand, at: head })
  const choices = api.host().skills.maskSecrets(await session.choices())
  const result = { turnId: head, choices, fallback: false }
  body.send([
    ...events,
    { type: 'CUSTOM', name: 'narratoria.choices', value: choices },
    { type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'success' }, result },
  ])
}

async function retry(run: Run, session: Session): Promise<void> {
  const last = await session.lastTurn()
  if (!last) throw new RuntimeError('nothing_to_retry', 'There is no turn to retry yet.')
  const { turnId, parentId, prompt } = last
  await follow(run, session, {
    before: parentId,
    prompt: prompt === '' ? undefined : { id: `${turnId}-prompt`, role: 'user', content: prompt },
    play: (signal) => session.retry({ turn: turnId, signal }),
  })
}

interface Turn {
  /** The turn that it follows. Defaults to the head. */
  before?: string | null
  /** The message that the turn plays. */
  prompt?: Prompt
  play: (signal: AbortSignal) => ReturnType<Session['play']>
}

/** Plays a turn and sends its events. */
async function follow(
  { api, threadId, runId, messages, hasCommand, waitsForChoices, body }: Run,
  session: Session,
  { before, prompt, play }: Turn,
): Promise<void> {
  const at = before === undefined ? (await api.channels.record(session.id)).head : before
  const { state, history, events } = await viewThread(api, session, { messages, hasCommand, at, prompt })
  body.send(events)
  const translator = new TurnTranslator({ threadId, runId, state, history, prompt })
  let last: AguiEvent[] | undefined
  const onEvent = (event: TurnWireEvent) => {
    const sent = translator.take(event)
    // The next run may begin as soon as the client has the last event.
    if (event.type === 'turn_finished' || event.type === 'turn_failed') last = sent
    else body.send(sent)
  }
  const channel = await api.channels.open(session.id)
  await channel.play((signal) => play(AbortSignal.any([signal, body.left])), { before, onEvent })
  await channel.turnOver()
  last ??= translator.fail({ code: 'turn_failed', message: 'The turn ended without a result.' })
  const end = last.at(-1)
  if (!waitsForChoices || end?.type !== 'RUN_FINISHED') return body.send(last)
  body.send(last.slice(0, -1))
  body.send(await withFurtherChoices({ api, body }, session, end))
}

/** The end of a run, after the choices that a model has added to its turn. The next turn, or a client that leaves, ends the wait. */
async function withFurtherChoices(
  { api, body }: Pick<Run, 'api' | 'body'>,
  session: Session,
  end: Extract<AguiEvent, { type: 'RUN_FINISHED' }>,
): Promise<AguiEvent[]> {
  const { left } = body
  const hasLeft = new Promise<void>((resolve) => left.addEventListener('abort', () => resolve(), { once: true }))
  await Promise.race([session.settled(), hasLeft])
  const { turnId, choices: before } = (end.result ?? {}) as { turnId?: string; choices?: unknown[] }
  const turn = await session.lastTurn()
  if (!turn || turn.turnId !== turnId || turn.choices.length <= (before?.length ?? 0)) return [end]
  const choices = api.host().skills.maskSecrets(turn.choices)
  return [
    { type: 'CUSTOM', name: 'narratoria.choices', value: choices },
    { ...end, result: { ...(end.result as JsonObject), choices } },
  ]
}

function readWishes(forwardedProps: unknown): RunWishes {
  const wishes =
    typeof forwardedProps === 'object' && forwardedProps !== null && 'narratoria' in forwardedProps
      ? forwardedProps.narratoria
      : {}
  return checkShape(RunWishes, wishes, 'forwardedProps.narratoria') as RunWishes
}

function taskOf({ messages }: RunAgentInput, { command, count = 1 }: RunWishes): Task {
  if (command !== undefined) return { command: { name: command, count } }
  const last = messages.at(-1)
  const text = last?.role === 'user' ? textOf(last.content).trim() : ''
  if (text === '') return undefined
  if (text.length > maxPromptLength) throw invalid(`may have at most ${maxPromptLength} characters`)
  const named = readCommand(text)
  if (named === 'unknown') throw invalid(`is not a command: only /undo, /redo, /retry and /continue are`)
  return named ? { command: named } : { play: text }
}

function invalid(message: string): WebError {
  const issues = [{ field: 'messages', message: `the last one ${message}` }]
  return new WebError('invalid_request', `The last message ${message}.`, { status: 422, issues })
}

function errorEvent(error: unknown): AguiEvent {
  const { code, message } = answerError(error).body.error
  return { type: 'RUN_ERROR', code, message }
}
