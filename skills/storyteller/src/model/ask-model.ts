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
}

/** How long a stream may pause once it has begun. */
const longestPauseMs = 3000
/** What a provider leaves of the time for those after it. */
const shareOfFirst = 0.6

/**
 * Asks one provider after the other until one writes prose, each within its share of the time, and logs each step. A stream that
 * breaks off after it began is not begun again: what the player has read stands, and ends with an ellipsis. Gives undefined
 * when nobody wrote anything.
 */
export async function askModels(providers: readonly Provider[], asking: Asking): Promise<Answer | undefined> {
  const { context, deadline } = asking
  for (const [at, provider] of providers.entries()) {
    const left = deadline - performance.now()
    if (left < 100 || context.signal.aborted) break
    const last = at === providers.length - 1
    const next = last ? 'the templates' : providers[at + 1]!.label
    context.log.info(`Narrating by ${provider.label}.`)
    const { prose, problem } = await askOne(provider, asking, last ? left : left * shareOfFirst)
    if (problem === undefined) return { prose, label: provider.label }
    if (prose !== '') {
      context.log.warn(`${provider.label} broke off (${problem.reason}); its prose ends here.`)
      return { prose: `${prose}${endOpenly(prose, asking)}`, label: provider.label }
    }
    context.log.warn(`${provider.label} did not answer (${problem.reason}); falling back to ${next}.`)
    if (problem.key)
      context.error(
        'invalid_api_key',
        `${provider.label} refused the API key. Check the settings apiKey and provider of the storyteller.`,
        { retryable: false },
      )
  }
  return undefined
}

function endOpenly(prose: string, { write }: Asking): string {
  if (/[.!?…]["”’»)]*\s*$/.test(prose)) return ''
  write(' …')
  return ' …'
}

interface Problem {
  reason: string
  /** True when the key was refused. */
  key: boolean
}

async function askOne(
  provider: Provider,
  { system, user, maxTokens, deadline, context, write }: Asking,
  firstMs: number,
): Promise<{ prose: string; problem?: Problem }> {
  const stop = new AbortController()
  const signal = AbortSignal.any([context.signal, stop.signal])
  let timer: NodeJS.Timeout | undefined
  let waited = ''
  const expired = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error(waited)), { once: true }),
  )
  expired.catch(() => {})
  const allow = (ms: number, what: string): void => {
    clearTimeout(timer)
    waited = what
    timer = setTimeout(() => stop.abort(), Math.max(0, Math.min(ms, deadline - performance.now())))
  }
  const filter = createProseFilter()
  let prose = ''
  const put = (text: string): void => {
    prose += text
    if (text !== '') write(text)
  }
  allow(firstMs, 'no answer in time')
  const iterator = provider.stream({ system, user, maxTokens, signal })[Symbol.asyncIterator]()
  try {
    for (let finished = false; ;) {
      const piece = await Promise.race([iterator.next(), expired])
      if (piece.done) {
        if (!finished) return { prose, problem: { reason: 'the answer ended too early', key: false } }
        put(filter.end())
        return prose.trim() === '' ? { prose: '', problem: { reason: 'the answer was empty', key: false } } : { prose }
      }
      if ('finished' in piece.value) finished = true
      else put(filter.push(piece.value.text))
      if (prose !== '') allow(longestPauseMs, 'the answer stopped')
    }
  } catch (error) {
    return {
      prose,
      problem: signal.aborted
        ? { reason: context.signal.aborted ? 'the turn was cancelled' : waited, key: false }
        : explain(error),
    }
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
