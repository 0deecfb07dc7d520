import { open, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hashFile } from '../model/model-file.ts'
import { ModelStoreError } from './store-error.ts'

/** Progress of a download. */
export interface DownloadProgress {
  receivedBytes: number
  totalBytes?: number
  /** Whether the download continues an earlier one. */
  resumed: boolean
}

export interface DownloadOptions {
  /** Cancels the download. The received part is kept, so that the next one continues it. */
  signal?: AbortSignal
  /** Called at the start and with each chunk. */
  onProgress?: (progress: DownloadProgress) => void
  /** The file's SHA-256 in hexadecimal. Defaults to the one that the server names, if any. */
  sha256?: string
  /** The file's size in bytes. Defaults to the one that the server names, if any. */
  sizeBytes?: number
}

export interface Downloaded {
  sizeBytes: number
  sha256: string
  /** Whether the hash was compared with one from the options or the server. */
  verified: boolean
}

interface Remote {
  url: string
  sizeBytes?: number
  sha256?: string
  /** The ETag, so that a resumed download does not mix two versions. */
  tag?: string
}

const maxRedirects = 5

/**
 * Downloads a file to `${path}.part` and checks its size and hash. Continues an interrupted download.
 *
 * @throws {ModelStoreError} `download_failed`, `wrong_size`, `wrong_hash`, `disk_full` or `cancelled`
 */
export async function download(url: string, path: string, options: DownloadOptions = {}): Promise<Downloaded> {
  try {
    return await fetchFile(url, `${path}.part`, options)
  } catch (error) {
    throw explain(error, options.signal)
  }
}

async function fetchFile(url: string, part: string, options: DownloadOptions): Promise<Downloaded> {
  const presentBytes = await sizeOf(part)
  const tag = await readFile(`${part}.tag`, 'utf8').catch(() => '')
  const { response, remote } = await request(url, { from: presentBytes, tag, signal: options.signal })
  await assertSize(response, remote, options)
  if (isComplete(response, presentBytes)) await response.body?.cancel()
  else await receiveRemaining(response, part, { presentBytes, remote, options })
  const sizeBytes = await sizeOf(part)
  if (remote.sizeBytes !== undefined && sizeBytes !== remote.sizeBytes)
    throw new ModelStoreError(
      'wrong_size',
      `only ${sizeBytes} of ${remote.sizeBytes} bytes were received; pull again to continue`,
    )
  const sha256 = await hashFile(part)
  const wanted = (options.sha256 ?? remote.sha256)?.toLowerCase()
  await rm(`${part}.tag`, { force: true })
  if (wanted !== undefined && wanted !== sha256) {
    await rm(part, { force: true })
    throw new ModelStoreError(
      'wrong_hash',
      `the file's SHA-256 is ${sha256}, not ${wanted}; it was deleted, pull again or use another source`,
    )
  }
  return { sizeBytes, sha256, verified: wanted !== undefined }
}

// Checked before the body is received. If the server sends no length, the expected size is the limit.
async function assertSize({ ok, body }: Response, remote: Remote, { sizeBytes }: DownloadOptions): Promise<void> {
  if (!ok || sizeBytes === undefined) return
  remote.sizeBytes ??= sizeBytes
  if (remote.sizeBytes === sizeBytes) return
  await body?.cancel()
  throw new ModelStoreError(
    'wrong_size',
    `the file has ${remote.sizeBytes} bytes, not ${sizeBytes}; it is another file, use another source`,
  )
}

// The request for the bytes after a complete file is answered with 416 and the file's size.
function isComplete({ status, headers }: Response, presentBytes: number): boolean {
  return status === 416 && presentBytes > 0 && headers.get('content-range') === `bytes */${presentBytes}`
}

async function receiveRemaining(
  response: Response,
  part: string,
  { presentBytes, remote, options }: { presentBytes: number; remote: Remote; options: DownloadOptions },
): Promise<void> {
  const resumed = response.status === 206
  if (resumed && !response.headers.get('content-range')?.startsWith(`bytes ${presentBytes}-`))
    throw new ModelStoreError('download_failed', 'the server sent a different part of the file than was requested')
  if (!resumed && !response.ok) {
    // The range is invalid: the next download must start over.
    if (response.status === 416) await rm(part, { force: true })
    throw new ModelStoreError(
      'download_failed',
      `${new URL(remote.url).host} responded with ${response.status} ${response.statusText}`,
    )
  }
  const start = resumed ? presentBytes : 0
  if (remote.sizeBytes !== undefined) await assertRoom(part, remote.sizeBytes - start)
  await writeFile(`${part}.tag`, remote.tag ?? '')
  await receive(response, part, { start, remote, options })
}

// Follows redirects itself, because the hub sends size and hash with the redirect, not with the file.
async function request(
  url: string,
  { from, tag, signal }: { from: number; tag: string; signal: AbortSignal | undefined },
): Promise<{ response: Response; remote: Remote }> {
  const remote: Remote = { url }
  const canResume = from > 0 && tag !== ''
  for (let count = 0; count <= maxRedirects; count += 1) {
    const headers = canResume ? { range: `bytes=${from}-`, 'if-range': tag } : {}
    const response = await fetch(remote.url, { headers, redirect: 'manual', ...(signal && { signal }) })
    readHeaders(response, remote)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return { response, remote }
    await response.body?.cancel()
    remote.url = new URL(location, remote.url).href
  }
  throw new ModelStoreError('download_failed', 'too many redirects')
}

function readHeaders({ headers, status }: Response, remote: Remote): void {
  const linked = headers.get('x-linked-etag')?.replaceAll(/^(?:W\/)?"|"$/g, '')
  if (linked && /^[0-9a-f]{64}$/i.test(linked)) remote.sha256 = linked
  const tag = headers.get('etag') ?? undefined
  if (status < 300 && tag !== undefined && !tag.startsWith('W/')) remote.tag = tag
  const linkedSize = Number(headers.get('x-linked-size') ?? Number.NaN)
  const total = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN)
  const length = status === 200 ? Number(headers.get('content-length') ?? Number.NaN) : Number.NaN
  const size = [linkedSize, total, length].find((value) => Number.isSafeInteger(value) && value > 0)
  // The size from the hub's redirect takes precedence.
  if (size !== undefined) remote.sizeBytes ??= size
}

async function receive(
  response: Response,
  part: string,
  { start, remote, options }: { start: number; remote: Remote; options: DownloadOptions },
): Promise<void> {
  if (!response.body) throw new ModelStoreError('download_failed', 'the response has no body')
  const file = await open(part, start > 0 ? 'a' : 'w')
  try {
    let receivedBytes = start
    const report = () =>
      options.onProgress?.({
        receivedBytes,
        resumed: start > 0,
        ...(remote.sizeBytes !== undefined && { totalBytes: remote.sizeBytes }),
      })
    report()
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      await file.writeFile(chunk)
      receivedBytes += chunk.length
      if (remote.sizeBytes !== undefined && receivedBytes > remote.sizeBytes)
        throw new ModelStoreError('wrong_size', 'the server sent more bytes than it announced')
      report()
    }
  } finally {
    await file.close()
  }
}

async function assertRoom(path: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path))
  const free = bavail * bsize
  if (neededBytes > free)
    throw new ModelStoreError(
      'disk_full',
      `${toMegabytes(neededBytes)} MB are needed but only ${toMegabytes(free)} MB are free in ${dirname(path)}; free some space and pull again`,
    )
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000)
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

function explain(error: unknown, signal: AbortSignal | undefined): ModelStoreError {
  if (ModelStoreError.isInstance(error)) return error
  const cause = { cause: error }
  if (signal?.aborted)
    return new ModelStoreError('cancelled', 'the download was cancelled; pull again to continue', cause)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC')
    return new ModelStoreError('disk_full', 'the disk is full; free some space and pull again to continue', cause)
  const reason = error instanceof Error ? error.message : String(error)
  return new ModelStoreError('download_failed', `the download failed (${reason}); pull again to continue`, cause)
}
