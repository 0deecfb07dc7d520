import { isJsonObject } from '@narratoria/protocol/light'
import type { Picture } from '../gallery.ts'
import { jsonBody, pictureFromBase64, send, sendJson, toPicture } from './http.ts'
import type { PictureRequest, PictureWish } from './request-picture.ts'

/** Requests a picture by `images/generations` of OpenAI, which other servers have too. */
export async function requestOpenai({ prompt }: PictureWish, { settings, signal }: PictureRequest): Promise<Picture> {
  const { baseUrl, apiKey, model, width, height } = settings
  const answer = await sendJson(`${baseUrl}/images/generations`, {
    ...jsonBody({ prompt, n: 1, size: `${width}x${height}`, ...(model !== '' && { model }) }),
    headers: { 'content-type': 'application/json', ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }) },
    signal,
  })
  const [first] = isJsonObject(answer) && Array.isArray(answer['data']) ? (answer['data'] as unknown[]) : []
  const { b64_json: data, url } = isJsonObject(first) ? first : {}
  if (typeof data === 'string') return pictureFromBase64(data)
  // The key belongs to the server that was asked, not to the one that stores the picture.
  if (typeof url === 'string' && /^https?:\/\//.test(url)) return toPicture(await send(url, { signal }))
  if (typeof url === 'string' && url.startsWith('data:')) return pictureFromBase64(url)
  throw new Error(`${baseUrl} gave an answer without a picture.`)
}
