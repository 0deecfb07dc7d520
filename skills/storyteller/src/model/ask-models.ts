import type { ChatMessage, TokenUsage } from '@narratoria/models'
import type { ToolContext } from '@narratoria/tool-sdk'
import type { Candidate } from './candidates.ts'
import { createCleaner, isProse } from './prose.ts'

/** The prose of a model. */
export interface Narrated {
  /** The complete prose that the player saw. */
  prose: string
  label: string
  /** The model that wrote it. */
  candidate: Candidate
  usage: TokenUsage
}

/** Options of {@link askModels}. */
export interface AskOptions {
  /** The messages for a model with that context. */
  messagesFor: (candidate: Candidate) => readonly ChatMessage[]
  maxTokens: number
  context: Pick<ToolContext, 'log' | 'error' | 'signal' | 'request'>
  /** Called with each piece of prose. */
  write: (text: string) => void
  /** Removes the written prose. The next piece replaces it. */
  withdraw: () => void
  /** Called with the reason when a model gave no narration. */
  onFallback: (reason: string) => void
}

/**
 * Asks the models in order until one completes the narration. The prose of one that failed is withdrawn. Prose that reached the limit of
 * tokens is kept and ends with an ellipsis. Returns undefined if all failed.
 */
export async function askModels(candidates: readonly Candidate[], options: AskOptions): Promise<Narrated | undefined> {
  const { context, write, withdraw, onFallback } = options
  for (const [at, candidate] of candidates.entries()) {
    if (context.signal.aborted) break
    const { label } = candidate
    context.log.info(`Narrating by ${label}.`)
    const { prose, problem, cut, usage = {} } = await askOne(candidate, options)
    if (problem === undefined) {
      const rest = cut ? ellipsisFor(prose) : ''
      if (cut) context.log.warn(`${label} used all its words; its prose ends here.`)
      if (rest !== '') write(rest)
      return { prose: prose + rest, label, candidate, usage }
    }
    if (prose !== '') withdraw()
    const failure = prose === '' ? 'did not answer' : 'was interrupted, and its text was withdrawn'
    const next = candidates[at + 1]?.label ?? 'the built-in narrator'
    context.log.warn(`${label} ${failure} (${problem.reason}); falling back to ${next}.`)
    onFallback(problem.reason)
    if (problem.key)
      context.error(
        'invalid_api_key',
        `${label} refused the API key. Check the settings apiKey and provider of the storyteller.`,
        { retryable: false },
      )
  }
  return undefined
}

function ellipsisFor(prose: string): string {
  return /[.!?…]["”’»)]*\s*$/.test(prose) ? '' : ' …'
}

interface Attempt {
  prose: string
  problem?: { reason: string; key: boolean }
  /** Whether the prose reached the limit of tokens. */
  cut?: boolean
  usage?: TokenUsage
}

async function askOne(candidate: Candidate, options: AskOptions): Promise<Attempt> {
  const { messagesFor, maxTokens, context, write } = options
  const { traceparent } = context.request
  const clean = createCleaner()
  let prose = ''
  const failed = (reason: string, key = false): Attempt => ({ prose, problem: { reason, key } })
  try {
    const model = await candidate.open()
    for await (const part of model.stream(
      { messages: messagesFor(candidate), maxTokens },
      { signal: context.signal, ...(traceparent !== undefined && { traceparent }) },
    )) {
      if (part.type === 'finish') {
        if (prose.trim() === '') return failed('the answer was empty')
        if (!isProse(prose)) return failed('the answer was not prose')
        return { prose, cut: part.finishReason === 'length', usage: part.usage }
      }
      const piece = clean(part.text)
      prose += piece
      if (piece !== '') write(piece)
    }
    return failed('the answer ended too early')
  } catch (error) {
    if (context.signal.aborted) return failed('the turn was cancelled')
    const { code, message } = error as { code?: unknown; message: string }
    return failed(message, code === 'unauthorized' || code === 'key_missing')
  }
}
