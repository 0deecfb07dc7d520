import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { createParser } from 'eventsource-parser'

/** Most characters of a response. A response beyond it is an error, so that no server can fill the memory. */
const maxResponseCharacters = 4 * 1024 * 1024

/** A response that is not in the format that it should have. */
export class BadFrame extends Error {}

/** Yields the JSON objects of a response: of server-sent events, of lines, or one for a whole JSON document. */
export async function* readFrames(response: Response, framing: 'sse' | 'ndjson'): AsyncGenerator<JsonObject | 'done'> {
  const type = response.headers.get('content-type') ?? ''
  const take = type.includes('event-stream') ? events() : framing === 'ndjson' ? lines() : document()
  const decoder = new TextDecoder()
  let characters = 0
  for await (const chunk of response.body ?? []) {
    const text = decoder.decode(chunk as Uint8Array, { stream: true })
    characters += text.length
    if (characters > maxResponseCharacters) throw new BadFrame('the answer is longer than 4 MiB')
    yield* take.push(text).map(parseFrame)
  }
  yield* take.push(decoder.decode()).map(parseFrame)
  yield* take.end().map(parseFrame)
}

interface Splitter {
  push(text: string): string[]
  end(): string[]
}

function events(): Splitter {
  let data: string[] = []
  const parser = createParser({ onEvent: (event) => data.push(event.data) })
  const take = () => {
    const taken = data
    data = []
    return taken
  }
  return {
    push(text) {
      parser.feed(text)
      return take()
    },
    end() {
      // Some servers leave out the blank line after the last event.
      parser.feed('\n\n')
      return take()
    },
  }
}

function lines(): Splitter {
  let rest = ''
  return {
    push(text) {
      const all = (rest + text).split('\n')
      rest = all.pop() ?? ''
      return all.filter((line) => line.trim() !== '')
    },
    end: () => (rest.trim() === '' ? [] : [rest]),
  }
}

function document(): Splitter {
  let text = ''
  return {
    push(piece) {
      text += piece
      return []
    },
    end: () => [text],
  }
}

function parseFrame(text: string): JsonObject | 'done' {
  if (text.trim() === '[DONE]') return 'done'
  try {
    const frame: unknown = JSON.parse(text)
    if (isJsonObject(frame)) return frame
  } catch {
    // Reported below.
  }
  throw new BadFrame(`the response has a part that is not a JSON object: ${text.slice(0, 100)}`)
}
