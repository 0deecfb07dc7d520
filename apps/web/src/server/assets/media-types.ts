import { extname } from 'node:path'

/** Types that a browser shows and that can run nothing; all others are only given out as downloads. */
const shown = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/svg+xml',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/x-wav',
  'audio/webm',
  'audio/mp4',
  'audio/aac',
  'audio/flac',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'text/plain',
])

/**
 * How a registered file is served: by a type of a fixed list, or as bytes to download. SVG is shown, for images, under a
 * policy by which nothing in it runs; HTML and PDF are never shown.
 */
export function servedAs(mediaType: string): { contentType: string; download: boolean } {
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase()
  if (!shown.has(essence)) return { contentType: 'application/octet-stream', download: true }
  return { contentType: essence === 'text/plain' ? 'text/plain; charset=utf-8' : essence, download: false }
}

const pictures: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
}

/** The media type of a picture, by the ending of its name. */
export function pictureType(path: string): string {
  return pictures[extname(path).toLowerCase()] ?? 'application/octet-stream'
}
