import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { World } from '@narratoria/world'
import type { CampaignNotes } from './campaigns.ts'

/** What a tool reads of a campaign. */
interface Compiled {
  world: World
  path?: string
  notes?: CampaignNotes
}

/** Worlds in the home, one JSON file each, for tools: a process cannot share an object. */
export class CompiledWorlds {
  readonly #folder: string
  /** Used if the home cannot be written. It is removed by `close`. */
  #temporary: Promise<string> | undefined
  readonly #written = new Map<string, string>()

  constructor(home: string) {
    this.#folder = join(home, 'worlds')
  }

  /** Writes a world unless its file exists. Returns the file's path. */
  async write(digest: string, compiled: Compiled): Promise<string> {
    const name = nameOf(digest)
    const known = this.#written.get(name)
    if (known !== undefined) return known
    const file = await writeOnce(this.#folder, name, compiled).catch(async () => {
      this.#temporary ??= mkdtemp(join(tmpdir(), 'narratoria-worlds-'))
      return writeOnce(await this.#temporary, name, compiled)
    })
    this.#written.set(name, file)
    return file
  }

  /** Reads a world that was written before. */
  async read(digest: string): Promise<{ world: World; file: string } | undefined> {
    for (const name of [nameOf(digest), formerNameOf(digest)]) {
      const file = join(this.#folder, name)
      try {
        return { world: (JSON.parse(await readFile(file, 'utf8')) as Compiled).world, file }
      } catch {}
    }
    return undefined
  }

  /** Removes temporary files. */
  async close(): Promise<void> {
    if (this.#temporary) await rm(await this.#temporary, { recursive: true, force: true })
  }
}

// The digest may be from an imported story.
function nameOf(digest: string): string {
  return formerNameOf(digest).replace('.json', '.2.json')
}

// Without the notes of the campaign.
function formerNameOf(digest: string): string {
  return `${/^[\w-]{1,128}$/.test(digest) ? digest : digestOf(digest)}.json`
}

async function writeOnce(folder: string, name: string, { world, path, notes }: Compiled): Promise<string> {
  const file = join(folder, name)
  const exists = await stat(file).then(
    () => true,
    () => false,
  )
  if (exists) return file
  await mkdir(folder, { recursive: true })
  const part = `${file}.${randomUUID()}`
  await writeFile(part, JSON.stringify({ world, ...(path !== undefined && { path }), ...(notes && { notes }) }))
  await rename(part, file)
  return file
}

/** The SHA-256 of a JSON value, in hexadecimal. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
