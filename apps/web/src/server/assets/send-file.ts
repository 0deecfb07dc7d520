import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { RegisteredAsset } from '@narratoria/protocol'
import type { ErrorBody } from '../../api/resources.ts'
import { WebError } from '../errors.ts'
import { assetPolicy } from '../guard/security-headers.ts'
import { servedAs } from './media-types.ts'

/**
 * Sends a registered file or the requested range of it. A request for the headers gets the same headers and leaves no
 * file open.
 *
 * @param isKept whether the file is one of the host's own. The path of another one was real when it was registered: since then, its
 *   tool may have replaced a part of it by a link to a file of the host
 * @throws {WebError} `asset_missing` if the file does not exist
 */
export async function sendFile(
  asset: Pick<RegisteredAsset, 'path' | 'mediaType'>,
  { range, headersOnly, isKept }: { range: string | undefined; headersOnly: boolean; isKept: boolean },
): Promise<Response> {
  const { file, stats } = await openFile(asset, isKept)
  const { contentType, download } = servedAs(asset.mediaType)
  const part = parseRange(range, stats.size)
  const headers: Record<string, string> = {
    'Content-Type': contentType,
    'Content-Security-Policy': assetPolicy,
    'Content-Disposition': download ? 'attachment' : 'inline',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
  }
  if (part === 'unsatisfiable') {
    await file.close()
    const body: ErrorBody = { error: { code: 'range_not_satisfiable', message: 'The range lies outside of the file.' } }
    return Response.json(body, { status: 416, headers: { 'Content-Range': `bytes */${stats.size}` } })
  }
  const { start, end } = part ?? { start: 0, end: stats.size - 1 }
  headers['Content-Length'] = String(end - start + 1)
  if (part) headers['Content-Range'] = `bytes ${start}-${end}/${stats.size}`
  const status = part ? 206 : 200
  if (stats.size === 0 || headersOnly) {
    await file.close()
    return new Response(null, { status, headers })
  }
  const stream = Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>
  return new Response(stream, { status, headers })
}

async function openFile(
  { path }: Pick<RegisteredAsset, 'path'>,
  isKept: boolean,
): Promise<{ file: FileHandle; stats: Stats }> {
  let file: FileHandle | undefined
  try {
    // Does not wait if the file was replaced by a named pipe.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | (isKept ? 0 : constants.O_NOFOLLOW))
    const stats = await file.stat()
    if (stats.isFile() && (isKept || (await isAt(path, stats)))) return { file, stats }
  } catch {
    // Reported below, without the path.
  }
  await file?.close()
  throw new WebError('asset_missing', 'The file of this asset is gone or cannot be read.', { status: 410 })
}

/** Whether an open file is the one of that path, without a link on the way. */
async function isAt(path: string, { dev, ino }: Stats): Promise<boolean> {
  const now = await lstat(path)
  return now.dev === dev && now.ino === ino && (await realpath(path)) === path
}

/** The range of a `Range` header. Undefined for several or invalid ranges, for which the whole file is sent. */
function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start >= size || (from === '' && Number(to) === 0)) return 'unsatisfiable'
  return start > end ? undefined : { start, end }
}
