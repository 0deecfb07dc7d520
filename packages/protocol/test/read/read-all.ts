import { EventReader, ProtocolError, type ProtocolEvent, type ReadOptions } from '../../src/index.ts'

/** The events before the first bad line, and its error. */
export interface Reading {
  events: ProtocolEvent[]
  error?: { code: string; line: number; excerpt: string }
}

/** Reads chunks to the end or the first bad line. Throws any error but a ProtocolError. */
export function readAll(chunks: Iterable<Uint8Array | string>, options: ReadOptions = {}): Reading {
  const events: ProtocolEvent[] = []
  const reader = new EventReader((event) => events.push(event), options)
  try {
    for (const chunk of chunks) reader.write(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
    reader.end()
  } catch (error) {
    if (!ProtocolError.isInstance(error)) throw error
    return { events, error: { code: error.code, line: error.line, excerpt: error.excerpt } }
  }
  return { events }
}
