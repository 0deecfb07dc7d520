import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type FileFault, type OpenFile, openRegularFile } from '@narratoria/executor'
import type { RegisteredAsset } from '@narratoria/protocol'

/** Limits of an asset folder. */
export interface AssetLimits {
  /** A larger file is not copied and stays where its tool wrote it. Defaults to 256 MiB. */
  maxFileBytes?: number
}

/** The path of a copied file, or the reason why the file was not copied. */
export type KeptAsset = { path: string } | { warning: string }

/** Longest time in milliseconds that the copy of one file may take. */
const maxCopyMs = 60_000

const faults: Record<FileFault, string> = {
  missing: 'the file is gone',
  not_a_file: 'it is not a regular file any more',
  unreadable: 'it cannot be read',
}

/** Prefix of the path of a kept file in a record. The path is relative, so a store can be moved. */
const keptPrefix = 'kept:'
const keptName = /^[0-9a-f]{2}\/[0-9a-f]{64}\/(?!\.{1,2}$)[^/\\:\0]+$/

/**
 * The files of one store: copies of the files that tools registered. A file is stored under the hash of its content, so
 * the same picture is stored once.
 */
export class AssetFolder {
  readonly path: string
  readonly #maxFileBytes: number

  constructor(path: string, { maxFileBytes = 256 * 1024 * 1024 }: AssetLimits = {}) {
    this.path = resolve(path)
    this.#maxFileBytes = maxFileBytes
  }

  /** Copies a registered file into the folder and returns its new path. A file that cannot be copied stays where it is, with a warning. */
  async keep(asset: RegisteredAsset, signal?: AbortSignal): Promise<KeptAsset> {
    if (this.nameOf(asset.path) !== undefined) return { path: asset.path }
    const opened = await openRegularFile(asset.path)
    if (typeof opened === 'string') return { warning: notKept(asset, faults[opened]) }
    try {
      if (opened.path !== asset.path) throw new Error('a link has taken its place')
      if (opened.sizeBytes > this.#maxFileBytes) throw new Error(`it is larger than ${megabytes(this.#maxFileBytes)}`)
      const limit = AbortSignal.timeout(maxCopyMs)
      const content = readWhole(opened, signal ? AbortSignal.any([signal, limit]) : limit)
      return { path: await this.#add(content, basename(asset.path)) }
    } catch (error) {
      return { warning: notKept(asset, reasonOf(error)) }
    } finally {
      await opened.file.close()
    }
  }

  /**
   * Adds a file under the name that it has in another store.
   *
   * @returns the reason if the file was not added
   */
  async accept(name: string, content: AsyncIterable<Uint8Array>): Promise<string | undefined> {
    if (!keptName.test(name)) return `"${name}" is not the name of a kept file`
    try {
      const path = await this.#add(content, basename(name), name.split('/')[1])
      return this.nameOf(path) === name ? undefined : `its content is not that of "${name}"`
    } catch (error) {
      return reasonOf(error)
    }
  }

  /** The name of a file of this folder, which is the same in every store; `undefined` for any other file. */
  nameOf(path: string): string | undefined {
    const name = relative(this.path, path).split(sep).join('/')
    return keptName.test(name) ? name : undefined
  }

  /** The path of the kept file with that name. */
  pathOf(name: string): string {
    return join(this.path, ...name.split('/'))
  }

  /** The path as it is stored in a record. */
  toRecord(path: string): string {
    const name = this.nameOf(path)
    return name === undefined ? path : `${keptPrefix}${name}`
  }

  /** The path of a file from its record. */
  fromRecord(path: string): string {
    const name = keptNameIn(path)
    return name === undefined ? path : this.pathOf(name)
  }

  /** Removes a file of this folder. Does nothing for any other file. */
  async remove(path: string): Promise<void> {
    if (this.nameOf(path) === undefined) return
    await rm(path, { force: true })
    // The folder may have the same content under another name.
    await rmdir(dirname(path)).catch(() => {})
  }

  /** Removes the incomplete copies of a host that was killed. No other host may have the store open. */
  async clean(): Promise<void> {
    if (!existsSync(this.path)) return
    for (const entry of await readdir(this.path))
      if (entry.endsWith('.part')) await rm(join(this.path, entry), { force: true })
  }

  /** Writes a file completely or not at all, and flushes it to the disk. */
  async #add(content: AsyncIterable<Uint8Array>, name: string, wanted?: string): Promise<string> {
    await mkdir(this.path, { recursive: true })
    const part = join(this.path, `${randomUUID()}.part`)
    const hash = createHash('sha256')
    const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    }
    try {
      await pipeline(content, hashed, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
      const digest = hash.digest('hex')
      if (wanted !== undefined && digest !== wanted) throw new Error('its content does not belong to its name')
      return await this.#place(part, digest, plainName(name))
    } finally {
      await rm(part, { force: true })
    }
  }

  async #place(part: string, digest: string, name: string): Promise<string> {
    const folder = join(this.path, digest.slice(0, 2), digest)
    const path = join(folder, name)
    if (existsSync(path)) return path
    await mkdir(folder, { recursive: true })
    const [same] = await readdir(folder)
    // A link, so that the same content under another name takes no space.
    if (same === undefined) await rename(part, path)
    else await link(join(folder, same), path).catch(() => rename(part, path))
    for (const made of [folder, dirname(folder), this.path]) await flushFolder(made)
    return path
  }
}

/** Reads as many bytes as the file had when it was opened. Throws if it has more or fewer. */
async function* readWhole({ file, sizeBytes }: OpenFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let read = 0
  // One byte more than expected, to notice that the file grows.
  for await (const chunk of file.createReadStream({ start: 0, end: sizeBytes, autoClose: false, signal })) {
    read += (chunk as Uint8Array).byteLength
    if (read > sizeBytes) break
    yield chunk as Uint8Array
  }
  if (read !== sizeBytes) throw new Error('its size changed while it was copied')
}

/** The name of the kept file in a record's path; `undefined` for any other file. */
export function keptNameIn(path: string): string | undefined {
  const name = path.startsWith(keptPrefix) ? path.slice(keptPrefix.length) : ''
  return keptName.test(name) ? name : undefined
}

/** A file name that is valid on every system. */
function plainName(name: string): string {
  // eslint-disable-next-line no-control-regex
  const plain = name.replaceAll(/[\u0000-\u001F\u007F\\/:*?"<>|]/g, '_').slice(-100)
  return /^\.{0,2}$/.test(plain) ? 'file' : plain
}

/** Flushes the entries of a folder to the disk, if the system supports it. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  try {
    await folder?.sync()
  } catch {
    // Some systems do not support it. The file itself was flushed.
  } finally {
    await folder?.close()
  }
}

function notKept({ kind, path }: RegisteredAsset, reason: string): string {
  return `The ${kind} ${path} was not copied into the story's store: ${reason}. The story refers to the original file.`
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EFBIG') return 'the disk is full'
  return (error as Error).name === 'TimeoutError' ? `it took longer than ${maxCopyMs / 1000} s` : message
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`
}
