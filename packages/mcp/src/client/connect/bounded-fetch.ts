import { FloodGuard } from './flood-guard.ts'

/** Most bytes of one response. A stream that is longer is opened again by the client. */
const maxResponseBytes = 64 * 1024 * 1024

/** `fetch` whose responses have bounded bodies. */
export async function boundedFetch(input: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  if (!response.body) return response
  const guard = new FloodGuard()
  let total = 0
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        total += chunk.byteLength
        const excess = guard.take(chunk.byteLength)
        if (excess === undefined && total <= maxResponseBytes) return controller.enqueue(chunk)
        controller.error(new Error(`The response was cut: ${excess ?? 'it has more than 64 MiB'}.`))
      },
    }),
  )
  const { status, statusText, headers } = response
  const copy = new Response(bounded, { status, statusText, headers })
  // The client compares it with the address that it asked for.
  Object.defineProperty(copy, 'url', { value: response.url })
  return copy
}
