import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm, stat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const hashForm = /^[0-9a-f]{64}$/
/** Milliseconds after which a file that was passed on is removed: the host has copied it long before. */
export const keptMs = 24 * 60 * 60 * 1_000

/** Passes files of tools from workers to hosts by the hash of their content. */
export interface AssetExchange {
  /** Stores a file. Returns the SHA-256 of its content, in hexadecimal. */
  put(content: AsyncIterable<Uint8Array>): Promise<string>
  /** Returns the content of a stored file. The iteration rejects if it is missing or was changed. */
  get(hash: string): AsyncIterable<Uint8Array>
  /** Removes files that were passed on more than a day ago. Called once an hour by each host. */
  clean(): Promise<void>
}

/**
 * Passes files of tools from workers to hosts by the hash of their content, through a folder that all of them see, such as a network file
 * system.
 */
export class FolderExchange implements AssetExchange {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(content: AsyncIterable<Uint8Array>): Promise<string> {
    await mkdir(this.#folder, { recursive: true })
    const part = join(this.#folder, `${randomUUID()}.part`)
    const hash = createHash('sha256')
    try {
      await pipeline(content, hashing(hash), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
      const name = hash.digest('hex')
      const path = this.#pathOf(name)
      await mkdir(join(path, '..'), { recursive: true })
      await rename(part, path)
      return name
    } finally {
      await rm(part, { force: true })
    }
  }

  async *get(name: string): AsyncGenerator<Uint8Array> {
    const path = this.#pathOf(name)
    await access(path)
    yield* checked(name, createReadStream(path))
  }

  async clean(now = Date.now()): Promise<void> {
    for (const entry of await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
      const path = join(entry.parentPath, entry.name)
      // Another host may have removed it.
      const found = entry.isFile() ? await stat(path).catch(() => undefined) : undefined
      if (found && now - found.mtimeMs > keptMs) await rm(path, { force: true })
    }
  }

  #pathOf(name: string): string {
    return join(this.#folder, requireHash(name).slice(0, 2), name)
  }
}

/** Returns a name that comes from another machine. @throws {TypeError} if it is not a hash */
export function requireHash(name: string): string {
  if (hashForm.test(name)) return name
  throw new TypeError(`"${name}" is not a SHA-256 in hexadecimal.`)
}

/** Passes content on. Throws at its end if it does not have the hash. */
export async function* checked(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== name) throw new Error('the content of the file does not have its hash')
}

/** Updates a hash with content that is passed on. */
export function hashing(hash: ReturnType<typeof createHash>) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
}
