import type { AguiEvent } from '../../agui/agui-event.ts'

/** A reader with more unread bytes, not counting the longest event, is disconnected. */
const maxUnreadBytes = 4 * 1024 * 1024
const pingMs = 15_000

/** The body of a response that streams AG-UI events. */
export interface EventBody {
  readonly stream: ReadableStream<Uint8Array>
  /** Aborted when the reader has left before the end, or was disconnected. */
  readonly left: AbortSignal
  send(events: readonly AguiEvent[]): void
  close(): void
}

/** Creates a body of server-sent events. A comment every 15 seconds keeps the connection open. */
export function createEventBody(): EventBody {
  const encoder = new TextEncoder()
  const left = new AbortController()
  let longest = 0
  let isOpen = true
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const ping = setInterval(() => write(encoder.encode(': ping\n\n')), pingMs).unref()
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (started) => void (controller = started),
      cancel() {
        end()
        left.abort()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxUnreadBytes }),
  )

  function end(): void {
    isOpen = false
    clearInterval(ping)
  }

  function write(bytes: Uint8Array): void {
    if (!isOpen) return
    longest = Math.max(longest, bytes.byteLength)
    controller.enqueue(bytes)
    if ((controller.desiredSize ?? 0) + longest >= 0) return
    end()
    controller.error(new Error('The client reads too slowly.'))
    left.abort()
  }

  return {
    stream,
    left: left.signal,
    send(events) {
      if (events.length > 0) write(encoder.encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')))
    },
    close() {
      if (!isOpen) return
      end()
      controller.close()
    },
  }
}
