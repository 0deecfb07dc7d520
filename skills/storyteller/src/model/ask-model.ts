import type { ToolContext } from '@narratoria/tool-sdk'
import { createProseFilter } from './prose-filter.ts'
import type { Provider } from './provider.ts'

/** The prose of a model. */
export interface Answer {
  /** The complete prose that the player saw. */
  prose: string
  /** The label of the provider. */
  label: string
}

/** Options of {@link askModels}. */
export interface ModelOptions {
  system: string
  user: string
  maxTokens: number
  /** The time limit of all providers together, as a value of `performance.now()`. */
  deadline: number
  context: Pick<ToolContext, 'log' | 'error' | 'signal'>
  /** Called with each piece of prose. */
  write: (text: string) => void
  /** Removes the written prose. The next piece replaces it. */
  withdraw: () => void
}

/** Maximum pause within a stream. */
const maxPauseMs = 3000
/** The reason if the time of all providers is over. */
const outOfTime = 'no time is left'
/** The share of the remaining time for each provider but the last. */
const timeShare = 0.6

/**
 * Asks the providers in order until one completes the narration, each within its share of the time, and logs each step. The prose of a
 * failed provider is withdrawn. Prose that reached a limit is kept and ends with an ellipsis. Returns undefined if all failed.
 */
export async function askModels(providers: readonly Provider[], options: ModelOptions): Promise<Answer | undefined> {
  const { context, deadline, write, withdraw } = options
  for (const [at, provider] of providers.entries()) {
    const left = deadline - performance.now()
    if (left < 100 || context.signal.aborted) break
    const last = at === providers.length - 1
    const next = last ? 'the built-in narrator' : providers[at + 1]!.label
    context.log.info(`Narrating by ${provider.label}.`)
    const { prose, problem, cut } = await askOne(provider, options, last ? left : left * timeShare)
    if (problem === undefined) {
      const rest = cut === undefined ? '' : ellipsisFor(prose)
      if (cut !== undefined) context.log.warn(`${provider.label} was cut off (${cut}); its prose ends here.`)
      if (rest !== '') write(rest)
      return { prose: prose + rest, label: provider.label }
    }
    if (prose !== '') withdraw()
    const failure = prose === '' ? 'did not answer' : 'broke off, and its text was withdrawn'
    context.log.warn(`${provider.label} ${failure} (${problem.reason}); falling back to ${next}.`)
    if (problem.key)
      context.error(
        'invalid_api_key',
        `${provider.label} refused the API key. Check the settings apiKey and provider of the storyteller.`,
        { retryable: false },
      )
  }
  return undefined
}

function ellipsisFor(prose: string): string {
  return /[.!?…]["”’»)]*\s*$/.test(prose) ? '' : ' …'
}

interface Problem {
  reason: string
  /** True if the API key was refused. */
  key: boolean
}

interface Attempt {
  prose: string
  /** Why the attempt failed. */
  problem?: Problem
  /** The limit that the prose reached. */
  cut?: string
}

async function askOne(
  provider: Provider,
  { system, user, maxTokens, deadline, context, write }: ModelOptions,
  firstMs: number,
): Promise<Attempt> {
  const stop = new AbortController()
  const signal = AbortSignal.any([context.signal, stop.signal])
  let timer: NodeJS.Timeout | undefined
  let waited = ''
  const filter = createProseFilter()
  let prose = ''
  const expired = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error(waited)), { once: true }),
  )
  expired.catch(() => {})
  const allow = (ms: number, what: string): void => {
    const leftMs = Math.max(0, deadline - performance.now())
    clearTimeout(timer)
    waited = ms < leftMs || prose === '' ? what : outOfTime
    timer = setTimeout(() => stop.abort(), Math.min(ms, leftMs))
  }
  const put = (text: string): void => {
    prose += text
    if (text !== '') write(text)
  }
  const failed = (reason: string): Attempt => ({ prose, problem: { reason, key: false } })
  allow(firstMs, 'no answer in time')
  const iterator = provider.stream({ system, user, maxTokens, signal })[Symbol.asyncIterator]()
  try {
    for (let finished: 'whole' | 'cut' | undefined; ;) {
      const piece = await Promise.race([iterator.next(), expired])
      if (piece.done) {
        if (!finished) return failed('the answer ended too early')
        put(filter.end())
        if (prose.trim() === '') return failed('the answer was empty')
        return finished === 'cut' ? { prose, cut: 'it used all its words' } : { prose }
      }
      if ('finished' in piece.value) finished = piece.value.finished
      else put(filter.push(piece.value.text))
      if (prose !== '') allow(maxPauseMs, 'the answer stopped')
    }
  } catch (error) {
    if (!signal.aborted) return { prose, problem: explain(error) }
    if (context.signal.aborted) return failed('the turn was cancelled')
    return waited === outOfTime && prose !== '' ? { prose, cut: outOfTime } : failed(waited)
  } finally {
    clearTimeout(timer)
    stop.abort()
    // Do not wait: the client may be waiting for its server.
    void iterator.return?.().catch(() => {})
  }
}

/** Describes an error without texts of the server, because servers repeat API keys. */
function explain(error: unknown): Problem {
  const { status, status_code: code, cause } = error as { status?: unknown; status_code?: unknown; cause?: unknown }
  const number = typeof status === 'number' ? status : typeof code === 'number' ? code : undefined
  if (number === 401 || number === 403) return { reason: `the key was refused, status ${number}`, key: true }
  if (number === 429) return { reason: 'too many requests, status 429', key: false }
  if (number !== undefined) return { reason: `status ${number}`, key: false }
  const system = findCode(error) ?? findCode(cause)
  if (system !== undefined) return { reason: `not reachable, ${system}`, key: false }
  return { reason: error instanceof SyntaxError ? 'the answer could not be read' : 'the connection failed', key: false }
}

function findCode(error: unknown): string | undefined {
  for (
    let at: unknown = error, depth = 0;
    typeof at === 'object' && at !== null && depth < 5;
    at = (at as { cause?: unknown }).cause, depth++
  ) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return code
  }
  return undefined
}
