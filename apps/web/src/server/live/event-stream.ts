import type { ServerResponse } from 'node:http'
import { WebError } from '../errors.ts'
import { securityHeaders } from '../guard/security-headers.ts'
import type { SessionChannel } from './session-channel.ts'
import { toFrame } from './message-log.ts'

/** The limit of open event streams. */
const maxStreams = 300
/** A stream with more unsent bytes, not counting the longest message, is closed. The client reconnects. */
const maxUnsentBytes = 4 * 1024 * 1024
const pingMs = 15_000

export class EventStreams {
  readonly #open = new Map<ServerResponse, { channel: SessionChannel; person: string | undefined }>()
  #pings: NodeJS.Timeout | undefined

  /** Sends a channel's messages until the reader leaves, who may be a guest. @throws {WebError} `too_many_streams` */
  async serve(
    channel: SessionChannel,
    response: ServerResponse,
    { lastId, person }: { lastId: string | undefined; person?: string | undefined },
  ): Promise<void> {
    if (this.#open.size >= maxStreams)
      throw new WebError('too_many_streams', 'Too many pages are open here. Close some and reload.', { status: 503 })
    this.#open.set(response, { channel, person })
    let leave: (() => void) | undefined
    response.once('close', () => {
      this.#open.delete(response)
      leave?.()
      if (this.#open.size === 0) this.#stopPings()
    })
    // The longest unsent message does not count, so that a single large message does not close a stream.
    let longest = 0
    const send = (frames: string) => {
      if (response.writableLength === 0) longest = 0
      if (response.writableLength - longest > maxUnsentBytes) response.destroy()
      longest = Math.max(longest, frames.length)
      if (!response.destroyed) response.write(frames)
    }
    try {
      leave = await channel.listen((frames) => {
        if (!response.headersSent) begin(response)
        send(frames)
      }, lastId)
    } catch (error) {
      this.#open.delete(response)
      throw error
    }
    if (response.destroyed) leave()
    this.#pings ??= setInterval(() => this.#ping(), pingMs).unref()
  }

  /** Ends the streams of a channel whose session is gone. */
  end(channel: SessionChannel): void {
    for (const [response, other] of this.#open) if (other.channel === channel) response.end()
  }

  /** Ends the streams of a guest who was removed. */
  endOf(person: string): void {
    for (const [response, other] of this.#open) if (other.person === person) response.end()
  }

  close(): void {
    this.#stopPings()
    for (const response of this.#open.keys()) response.end()
    this.#open.clear()
  }

  // Without an id, so that the reader's last id does not change.
  #ping(): void {
    const frame = toFrame('', { type: 'ping' }).replace(/^id: \n/, '')
    for (const response of this.#open.keys())
      if (response.headersSent && response.writableLength === 0) response.write(frame)
  }

  #stopPings(): void {
    clearInterval(this.#pings)
    this.#pings = undefined
  }
}

function begin(response: ServerResponse): void {
  response.writeHead(200, {
    ...securityHeaders,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
  response.write('retry: 1000\n\n')
}
