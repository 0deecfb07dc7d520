import { maxPictureBytes, type Picture } from '../gallery.ts'
import { pictureTypeOf } from '../picture-type.ts'

/** Bytes of an answer: a picture in base64 and some more. */
const maxAnswerBytes = 2 * maxPictureBytes

/**
 * Sends a request and returns the bytes of the answer.
 *
 * @throws {Error} if the server cannot be reached, returns an error or too much
 */
export async function send(url: string, init: RequestInit): Promise<Uint8Array> {
  let response: Response
  try {
    response = await fetch(url, init)
  } catch (error) {
    init.signal?.throwIfAborted()
    const { cause } = error as Error
    const why = cause instanceof Error ? cause.message : (error as Error).message
    throw new Error(`${new URL(url).origin} cannot be reached (${why}). Check the address, and that the server runs.`, {
      cause: error,
    })
  }
  const bytes = await readAtMost(response, maxAnswerBytes)
  if (!response.ok) throw new Error(`${new URL(url).origin} refused with status ${response.status}: ${excerpt(bytes)}`)
  return bytes
}

/** Sends a request and parses the answer as JSON. */
export async function sendJson(url: string, init: RequestInit): Promise<unknown> {
  const text = Buffer.from(await send(url, init)).toString('utf8')
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error(`${new URL(url).origin} gave no JSON. Check the address.`)
  }
}

/** @throws {Error} if the bytes are none of PNG, JPEG and WebP */
export function toPicture(data: Uint8Array): Picture {
  const mediaType = pictureTypeOf(data)
  if (mediaType === undefined) throw new Error('The server gave no PNG, JPEG or WebP picture.')
  return { data, mediaType }
}

/** @throws {Error} if the text is not a picture in base64 */
export function pictureFromBase64(text: string): Picture {
  return toPicture(Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64'))
}

export function jsonBody(value: unknown): { method: 'POST'; body: string } {
  return { method: 'POST', body: JSON.stringify(value) }
}

async function readAtMost(response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw new Error(`The server gave more than ${most} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function excerpt(bytes: Uint8Array): string {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  return text.length > 300 ? `${text.slice(0, 300)}…` : text || 'no reason given'
}
