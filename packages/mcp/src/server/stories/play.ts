import type { TurnResult } from '@narratoria/protocol'
import type { PlayedTurn } from '@narratoria/runtime'
import type { ServerContext } from '@modelcontextprotocol/server'
import type { Answer } from '../tools/story-tool.ts'
import { type Change, playedView } from './views.ts'

/** Follows a turn to its end, and sends its progress if the client asked for it. */
export async function follow(turn: PlayedTurn, context: ServerContext): Promise<Answer> {
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
