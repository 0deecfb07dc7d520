import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listFolder } from '../files/list-folder.ts'

/**
 * The skills that the user disabled. Each is an empty file in the home, so that two processes cannot overwrite each other's
 * changes and no file can be half written.
 */
export class DisabledSkills {
  readonly #folder: string

  constructor(home: string) {
    this.#folder = join(home, 'disabled-skills')
  }

  /** The names of the disabled skills, read from disk. */
  read(): Set<string> {
    return new Set(listFolder(this.#folder))
  }

  /** Disables or enables a skill permanently. */
  async set(name: string, disabled: boolean): Promise<void> {
    const file = join(this.#folder, name)
    if (!disabled) return rm(file, { force: true })
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await writeFile(file, '')
  }
}
