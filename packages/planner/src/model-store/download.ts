import { open, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hashFile } from '../model/model-file.ts'
import { ModelStoreError } from './store-error.ts'

/** How far a download is. */
export interface DownloadProgress {
  receivedBytes: number
  totalBytes?: number
  /** True when bytes of an earlier try were kept. */
  resumed: boolean
}

/** Options of a download. */
export interface DownloadOptions {
  signal?: AbortSignal
  onProgress?: (progress: DownloadProgress) => void
  /** What the whole file must hash to; else what the server says, where it does. */
  sha256?: string
  /** How long the whole file must be; else what the server says, where it does. */
  sizeBytes?: number
}

/** What was downloaded. */
export interface Downloaded {
  sizeBytes: number
  sha256: string
  /** True where the hash was compared with one given or named by the server. */
  verified: boolean
}

interface Remote {
  url: string
  sizeBytes?: number
  sha256?: string
  /** Names this version of the file, so that a resumed download never mixes two. */
  tag?: string
}

const maxRedirects = 5

/**
 * Downloads a file to `path` with `.part` while it is not whole; an interrupted one goes on where it stopped. Size and
 * hash are checked before the file gets its name.
 *
 * @throws {ModelStoreError} `download_failed`, `wrong_size`, `wrong_hash`, `disk_full` or `cancelled`
 */
export async function download(url: string, path: string, options: DownloadOptions = {}): Promise<Downloaded> {
  try {
    return await fetchWhole(url, `${path}.part`, options)
  } catch (error) {
    throw explain(error, options.signal)
  }
}

async function fetchWhole(url: string, part: string, options: DownloadOptions): Promise<Downloaded> {
  const held = await sizeOf(part)
  const note = await readFile(`${part}.tag`, 'utf8').catch(() => '')
  const { response, remote } = await request(url, { from: held, tag: note, signal: options.signal })
  await assertSize(response, remote, options)
  if (isWhole(response, held)) await response.body?.cancel()
  else await receiveRest(response, part, { held, remote, options })
  const sizeBytes = await sizeOf(part)
  if (remote.sizeBytes !== undefined && sizeBytes !== remote.sizeBytes)
    throw new ModelStoreError(
      'wrong_size',
      `${sizeBytes} of ${remote.sizeBytes} bytes came; pull again to go on from there`,
    )
  const sha256 = await hashFile(part)
  const wanted = (options.sha256 ?? remote.sha256)?.toLowerCase()
  await rm(`${part}.tag`, { force: true })
  if (wanted !== undefined && wanted !== sha256) {
    await rm(part, { force: true })
    throw new ModelStoreError(
      'wrong_hash',
      `the file's SHA-256 is ${sha256}, not ${wanted}; it was deleted, pull again or take another source`,
    )
  }
  return { sizeBytes, sha256, verified: wanted !== undefined }
}

// Said before anything is fetched; a server that tells no length must not send more either.
async function assertSize({ ok, body }: Response, remote: Remote, { sizeBytes }: DownloadOptions): Promise<void> {
  if (!ok || sizeBytes === undefined) return
  remote.sizeBytes ??= sizeBytes
  if (remote.sizeBytes === sizeBytes) return
  await body?.cancel()
  throw new ModelStoreError(
    'wrong_size',
    `the file is of ${remote.sizeBytes} bytes, not of ${sizeBytes}; it is another one, take another source`,
  )
}

// An earlier try that was stopped after its last byte asks for what comes after the end, and is told the size.
function isWhole({ status, headers }: Response, held: number): boolean {
  return status === 416 && held > 0 && headers.get('content-range') === `bytes */${held}`
}

async function receiveRest(
  response: Response,
  part: string,
  { held, remote, options }: { held: number; remote: Remote; options: DownloadOptions },
): Promise<void> {
  const resumed = response.status === 206
  if (resumed && !response.headers.get('content-range')?.startsWith(`bytes ${held}-`))
    throw new ModelStoreError('download_failed', 'the server sent another part of the file than it was asked for')
  if (!resumed && !response.ok) {
    // What cannot be gone on with must not stand in the way of the next try.
    if (response.status === 416) await rm(part, { force: true })
    throw new ModelStoreError(
      'download_failed',
      `${new URL(remote.url).host} answered ${response.status} ${response.statusText}`,
    )
  }
  const start = resumed ? held : 0
  if (remote.sizeBytes !== undefined) await assertRoom(part, remote.sizeBytes - start)
  await writeFile(`${part}.tag`, remote.tag ?? '')
  await receive(response, part, { start, remote, options })
}

// Redirects are followed by hand: the hub names size and hash in the redirect, not in the file's own answer.
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
  // What the hub named in its redirect stands.
  if (size !== undefined) remote.sizeBytes ??= size
}

async function receive(
  response: Response,
  part: string,
  { start, remote, options }: { start: number; remote: Remote; options: DownloadOptions },
): Promise<void> {
  if (!response.body) throw new ModelStoreError('download_failed', 'the server sent nothing')
  const file = await open(part, start > 0 ? 'a' : 'w')
  try {
    let receivedBytes = start
    const tell = () =>
      options.onProgress?.({
        receivedBytes,
        resumed: start > 0,
        ...(remote.sizeBytes !== undefined && { totalBytes: remote.sizeBytes }),
      })
    tell()
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      await file.writeFile(chunk)
      receivedBytes += chunk.length
      if (remote.sizeBytes !== undefined && receivedBytes > remote.sizeBytes)
        throw new ModelStoreError('wrong_size', 'more bytes came than the server had said')
      tell()
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
      `${toMegabytes(neededBytes)} MB are needed and ${toMegabytes(free)} MB are free in ${dirname(path)}; make room and pull again`,
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
    return new ModelStoreError('cancelled', 'the download was stopped; pull again to go on from there', cause)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC')
    return new ModelStoreError('disk_full', 'the disk is full; make room and pull again to go on from there', cause)
  const reason = error instanceof Error ? error.message : String(error)
  return new ModelStoreError(
    'download_failed',
    `the download broke off (${reason}); pull again to go on from there`,
    cause,
  )
}
