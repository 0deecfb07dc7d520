import type { Picture } from '../gallery.ts'
import type { Settings } from '../settings.ts'
import { requestAutomatic1111 } from './automatic1111.ts'
import { requestComfyui } from './comfyui.ts'
import { requestOpenai } from './openai.ts'

/** What a picture shows. */
export interface PictureWish {
  prompt: string
  /** What it must not show, for servers that take it. */
  negative: string
  /** The same for the same person, for servers that take it. */
  seed: number
}

/** What a request is made with. */
export interface PictureRequest {
  settings: Settings
  signal: AbortSignal
  /** The id of a job that a server works on, kept between runs. */
  job: { read: () => string | undefined; write: (job: string | undefined) => void }
}

/**
 * Requests a picture from the image server of the settings.
 *
 * @throws {Error} with a message for the player, if the server gives no picture
 */
export function requestPicture(wish: PictureWish, request: PictureRequest): Promise<Picture> {
  const { provider } = request.settings
  if (provider === 'automatic1111') return requestAutomatic1111(wish, request)
  if (provider === 'comfyui') return requestComfyui(wish, request)
  return requestOpenai(wish, request)
}
