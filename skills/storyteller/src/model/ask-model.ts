import type { ToolContext } from '@narratoria/tool-sdk'
import { createProseFilter } from './prose-filter.ts'
import type { Provider } from './provider.ts'

/** What came of asking the models. */
export interface Answer {
  /** The prose as the player got it. */
  prose: string
  /** Who wrote it. */
  label: string
}

/** How the models are asked. */
export interface Asking {
  system: string
  user: string
  maxTokens: number
  /** When all must be over, on the clock of `performance.now()`. */
  deadline: number
  context: Pick<ToolContext, 'log' | 'error' | 'signal'>
  /** Gets the prose as it comes. */
  write: (text: string) => void
  /** Takes back what was written so far; whatever is written next takes its place. */
  withdraw: () => void
}

/** How long a stream may pause once it has begun. */
const longestPauseMs = 3000
/** Said of the time for all together, never of one provider's. */
const outOfTime = 'no time is left'
/** What a provider leaves of the time for those after it. */
const shareOfFirst = 0.6

/**
 * Asks one provider after the other until one tells the turn, each within its share of the time, and logs each step. What a
 * provider told before it broke off is withdrawn, and the next one tells the turn anew; prose that only ran into a limit stands, and ends
 * with an ellipsis. Gives undefined when nobody told it.
 */
export async function askModels(providers: readonly Provider[], asking: Asking): Promise<Answer | undefined> {
  const { context, deadline, write, withdraw } = asking
  for (const [at, provider] of providers.entries()) {
    const left = deadline - performance.now()
    if (left < 100 || context.signal.aborted) break
    const last = at === providers.length - 1
    const next = last ? 'the templates' : providers[at + 1]!.label
    context.log.info(`Narrating by ${provider.label}.`)
    const { prose, problem, cut } = await askOne(provider, asking, last ? left : left * shareOfFirst)
    if (problem === undefined) {
      const rest = cut === undefined ? '' : openEnd(prose)
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

function openEnd(prose: string): string {
  return /[.!?…]["”’»)]*\s*$/.test(prose) ? '' : ' …'
}

interface Problem {
  reason: string
  /** True when the key was refused. */
  key: boolean
}

interface Telling {
  prose: string
  /** Why nobody should rely on the prose. */
  problem?: Problem
  /** Which limit the prose ran into. */
  cut?: string
}

async function askOne(
  provider: Provider,
  { system, user, maxTokens, deadline, context, write }: Asking,
  firstMs: number,
): Promise<Telling> {
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
  const failed = (reason: string): Telling => ({ prose, problem: { reason, key: false } })
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
      if (prose !== '') allow(longestPauseMs, 'the answer stopped')
    }
  } catch (error) {
    if (!signal.aborted) return { prose, problem: explain(error) }
    if (context.signal.aborted) return failed('the turn was cancelled')
    return waited === outOfTime && prose !== '' ? { prose, cut: outOfTime } : failed(waited)
  } finally {
    clearTimeout(timer)
    stop.abort()
    // A client that waits for its server must not be waited for.
    void iterator.return?.().catch(() => {})
  }
}

/** Says what went wrong in words that hold nothing a server said, since servers echo keys. */
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
