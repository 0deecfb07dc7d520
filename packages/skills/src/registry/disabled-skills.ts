import { readdirSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Which skills the user switched off. Each is an empty file of its own in the home, so that two processes never
 * overwrite each other's choice and nothing can be half written.
 */
export class DisabledSkills {
  readonly #folder: string

  constructor(home: string) {
    this.#folder = join(home, 'disabled-skills')
  }

  /** The names, as the disk has them now. */
  read(): Set<string> {
    try {
      return new Set(readdirSync(this.#folder))
    } catch {
      return new Set()
    }
  }

  /** Switches a skill on or off; kept over restarts. */
  async set(name: string, disabled: boolean): Promise<void> {
    const file = join(this.#folder, name)
    if (!disabled) return rm(file, { force: true })
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await writeFile(file, '')
  }
}
