import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { Disk } from '../files/disk.ts'
import { inProject, layout } from '../files/layout.ts'
import { replaceFile } from '../files/replace-file.ts'

const folderOf = `${layout.own}/calls`

/**
 * The accepted answers of the calls of one attempt at a tick. A tick that was killed runs again and gets them instead of asking
 * again, as long as the question is the same.
 */
export class CallJournal {
  readonly #folder: string
  readonly #scope: string
  readonly #disk: Disk

  /** @param scope What distinguishes this attempt from others. */
  constructor(folder: string, scope: string, disk: Disk) {
    this.#folder = folder
    this.#scope = scope
    this.#disk = disk
  }

  /** The stored answer to a question of a step. */
  read(step: string, question: string): JsonObject | undefined {
    const path = inProject(this.#folder, this.#pathOf(step, question))
    if (!existsSync(path)) return undefined
    try {
      const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
      return isJsonObject(value) ? value : undefined
    } catch {
      // A damaged file is asked again.
      return undefined
    }
  }

  write(step: string, question: string, answer: JsonObject): void {
    replaceFile(this.#folder, this.#pathOf(step, question), JSON.stringify(answer), this.#disk)
  }

  /** Removes the answers of all attempts. */
  static clear(folder: string, disk: Disk): void {
    if (existsSync(inProject(folder, folderOf))) disk.remove(inProject(folder, folderOf))
  }

  #pathOf(step: string, question: string): string {
    const hash = createHash('sha256').update(`${this.#scope}\n${step}\n${question}`).digest('hex').slice(0, 32)
    return `${folderOf}/${step}-${hash}.json`
  }
}
