import type { RegisteredAsset, TurnEvent } from '@narratoria/protocol'

/** Options of `toResponse` of a turn. */
export interface ResponseOptions {
  /** `sse` for `EventSource` and `fetch`, `ndjson` for one JSON object per line. Defaults to `sse`. */
  format?: 'sse' | 'ndjson'
  /** Returns the address of a file for the page. Defaults to sending files without an address. */
  assetUrl?: (asset: RegisteredAsset) => string
  headers?: Record<string, string>
}

const mediaTypes = { sse: 'text/event-stream', ndjson: 'application/x-ndjson' }

/**
 * Returns a Web `Response` that streams what a page shows of a turn: the events `turn_started`, `narration`, `choices`, `asset`, `replan`,
 * `warning` and `turn_finished`, without paths, state, plans or the events of tools.
 */
export function toResponse(
  events: AsyncIterable<TurnEvent>,
  { format = 'sse', assetUrl, headers }: ResponseOptions = {},
): Response {
  const encoder = new TextEncoder()
  const iterator = events[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        const shown = forPage(next.value, assetUrl)
        if (!shown) continue
        const json = JSON.stringify(shown)
        const text = format === 'sse' ? `event: ${next.value.type}\ndata: ${json}\n\n` : `${json}\n`
        return controller.enqueue(encoder.encode(text))
      }
      controller.close()
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  const defaults = { 'content-type': mediaTypes[format], 'cache-control': 'no-store' }
  return new Response(body, { headers: { ...defaults, ...headers } })
}

function forPage(event: TurnEvent, assetUrl: ResponseOptions['assetUrl']): object | undefined {
  switch (event.type) {
    case 'turn_started':
    case 'narration':
    case 'choices':
      return event
    case 'warning':
      return { type: event.type, code: event.code, message: event.message }
    case 'replan':
      return { type: event.type, attempt: event.attempt }
    case 'asset': {
      const { path: _, ...asset } = event.asset
      return { type: event.type, asset: { ...asset, ...(assetUrl && { url: assetUrl(event.asset) }) } }
    }
    case 'turn_finished': {
      const { turnId, seq, status, narrative, choices, fallback } = event.result
      return { type: event.type, turnId, seq, status, narrative, choices, fallback }
    }
    default:
      return undefined
  }
}
