import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '@narratoria/world'

/** Worlds in the home, one JSON file each, for tools: a process cannot share an object. */
export class CompiledWorlds {
  readonly #folder: string
  readonly #written = new Set<string>()

  constructor(home: string) {
    this.#folder = join(home, 'worlds')
  }

  /** Writes a world unless its file exists. Returns the file's path. */
  async write(digest: string, { world, path }: { world: World; path?: string }): Promise<string> {
    const file = this.#fileOf(digest)
    if (this.#written.has(file)) return file
    const exists = await stat(file).then(
      () => true,
      () => false,
    )
    if (!exists) {
      await mkdir(this.#folder, { recursive: true })
      const part = `${file}.${randomUUID()}`
      await writeFile(part, JSON.stringify({ world, ...(path !== undefined && { path }) }))
      await rename(part, file)
    }
    this.#written.add(file)
    return file
  }

  /** Reads a world that was written before. */
  async read(digest: string): Promise<{ world: World; file: string } | undefined> {
    const file = this.#fileOf(digest)
    try {
      return { world: (JSON.parse(await readFile(file, 'utf8')) as { world: World }).world, file }
    } catch {
      return undefined
    }
  }

  // The digest may be from an imported story.
  #fileOf(digest: string): string {
    const name = /^[\w-]{1,128}$/.test(digest) ? digest : digestOf(digest)
    return join(this.#folder, `${name}.json`)
  }
}

/** The SHA-256 of a JSON value, in hexadecimal. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
