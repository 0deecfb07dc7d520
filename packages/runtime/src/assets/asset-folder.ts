import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RegisteredAsset } from '@narratoria/protocol'

/** Bounds of what is copied. */
export interface AssetLimits {
  /** A larger file is not copied and stays where its tool wrote it. Defaults to 256 MiB. */
  maxFileBytes?: number
}

/** What became of a file that was to be kept. */
export type KeptAsset = { path: string } | { warning: string }

/** Begins the path of a kept file in a record, so that a store can be moved, and a story taken to another one. */
const keptPrefix = 'kept:'
const keptName = /^[0-9a-f]{2}\/[0-9a-f]{64}\/(?!\.{1,2}$)[^/\\:\0]+$/

/**
 * The files of the stories of one store: copies of what tools registered, found by their content, so that they last as
 * long as the stories do and a picture that is shown a thousand times is there once.
 */
export class AssetFolder {
  readonly path: string
  readonly #maxFileBytes: number

  constructor(path: string, { maxFileBytes = 256 * 1024 * 1024 }: AssetLimits = {}) {
    this.path = resolve(path)
    this.#maxFileBytes = maxFileBytes
  }

  /** Copies a registered file into the folder and returns its new path. A file that cannot be copied stays where it is, with a warning. */
  async keep(asset: RegisteredAsset): Promise<KeptAsset> {
    if (this.nameOf(asset.path) !== undefined) return { path: asset.path }
    try {
      const { size } = statSync(asset.path)
      if (size > this.#maxFileBytes)
        return { warning: notKept(asset, `it is larger than ${megabytes(this.#maxFileBytes)}`) }
      return { path: await this.#add(createReadStream(asset.path), basename(asset.path)) }
    } catch (error) {
      return { warning: notKept(asset, reasonOf(error)) }
    }
  }

  /**
   * Takes a file in under the name that another store knows it by.
   *
   * @returns why it was not taken in, where it was not
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

  /** The name by which every store knows a file of this folder; `undefined` for any other file. */
  nameOf(path: string): string | undefined {
    const name = relative(this.path, path).split(sep).join('/')
    return keptName.test(name) ? name : undefined
  }

  /** Where the kept file of that name lies. */
  pathOf(name: string): string {
    return join(this.path, ...name.split('/'))
  }

  /** The path as a record holds it. */
  toRecord(path: string): string {
    const name = this.nameOf(path)
    return name === undefined ? path : `${keptPrefix}${name}`
  }

  /** The path that a record means. */
  fromRecord(path: string): string {
    const name = keptNameIn(path)
    return name === undefined ? path : this.pathOf(name)
  }

  /** Removes what a host that was killed left half-copied. Only for who is alone with the store. */
  async clean(): Promise<void> {
    if (!existsSync(this.path)) return
    for (const entry of await readdir(this.path))
      if (entry.endsWith('.part')) await rm(join(this.path, entry), { force: true })
  }

  /** Writes a file that is whole under its name or not there, on the disk when this resolves. */
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
    // The same content under another name costs no more space where the file system can link.
    if (same === undefined) await rename(part, path)
    else await link(join(folder, same), path).catch(() => rename(part, path))
    for (const made of [folder, dirname(folder), this.path]) await flushFolder(made)
    return path
  }
}

/** The name of the kept file that a record's path means; `undefined` where it means another one. */
export function keptNameIn(path: string): string | undefined {
  const name = path.startsWith(keptPrefix) ? path.slice(keptPrefix.length) : ''
  return keptName.test(name) ? name : undefined
}

/** A file name that every system takes. */
function plainName(name: string): string {
  // eslint-disable-next-line no-control-regex
  const plain = name.replaceAll(/[\u0000-\u001F\u007F\\/:*?"<>|]/g, '_').slice(-100)
  return /^\.{0,2}$/.test(plain) ? 'file' : plain
}

/** Makes the names in a folder last, where the system can. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  try {
    await folder?.sync()
  } catch {
    // Some systems cannot; the file itself is written all the same.
  } finally {
    await folder?.close()
  }
}

function notKept({ kind, path }: RegisteredAsset, reason: string): string {
  return `The ${kind} ${path} was not copied into the story's store: ${reason}. It stays part of the story as long as it lies there.`
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'the file is gone'
  if (code === 'ENOSPC' || code === 'EFBIG') return 'the disk is full'
  return message
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`
}
