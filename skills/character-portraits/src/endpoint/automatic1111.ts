import { isJsonObject } from '@narratoria/protocol/light'
import type { Picture } from '../gallery.ts'
import { jsonBody, pictureFromBase64, sendJson } from './http.ts'
import type { PictureRequest, PictureWish } from './request-picture.ts'

/** Requests a picture by `txt2img` of the Stable Diffusion web UI and its relatives. */
export async function requestAutomatic1111(
  { prompt, negative, seed }: PictureWish,
  { settings, signal }: PictureRequest,
): Promise<Picture> {
  const { baseUrl, apiKey, model, width, height } = settings
  const answer = await sendJson(`${baseUrl}/sdapi/v1/txt2img`, {
    ...jsonBody({
      prompt,
      negative_prompt: negative,
      seed,
      width: toMultipleOf8(width),
      height: toMultipleOf8(height),
      ...(model !== '' && { override_settings: { sd_model_checkpoint: model } }),
    }),
    headers: { 'content-type': 'application/json', ...(apiKey !== '' && { authorization: authorizationOf(apiKey) }) },
    signal,
  })
  const [first] = isJsonObject(answer) && Array.isArray(answer['images']) ? (answer['images'] as unknown[]) : []
  if (typeof first !== 'string') throw new Error(`${baseUrl} gave an answer without a picture.`)
  return pictureFromBase64(first)
}

// `--api-auth user:password` of the web UI; a proxy in front of it may want a token.
function authorizationOf(key: string): string {
  return key.includes(':') ? `Basic ${Buffer.from(key).toString('base64')}` : `Bearer ${key}`
}

/** Sizes of Stable Diffusion are multiples of 8. */
export function toMultipleOf8(pixels: number): number {
  return Math.max(64, Math.round(pixels / 8) * 8)
}
