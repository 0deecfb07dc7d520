import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'

/** How long the files of an ended attempt are kept for the host, which copies them at once. */
const keptMs = 60_000

/**
 * Folders for the files of processes that are started before their requests, so that the host's own folder for them is not known yet.
 * They lie in one folder, which exists as long as it has any use.
 */
export class ScratchFolders {
  readonly #clock: Clock
  #ended: { folder: string; at: number }[] = []
  #root: string | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Makes a folder for one process. */
  create(): string {
    this.#sweep()
    this.#root ??= mkdtempSync(join(tmpdir(), 'narratoria-sandbox-'))
    return mkdtempSync(join(this.#root, 'process-'))
  }

  /** Removes a folder when its files have been copied. */
  release(folder: string): void {
    this.#ended.push({ folder, at: this.#clock.now() })
  }

  /** Removes all folders. */
  close(): void {
    this.#ended = []
    if (this.#root !== undefined) rmSync(this.#root, { recursive: true, force: true })
    this.#root = undefined
  }

  #sweep(): void {
    const before = this.#clock.now() - keptMs
    for (const { folder, at } of this.#ended) {
      if (at > before) break
      rmSync(folder, { recursive: true, force: true })
    }
    this.#ended = this.#ended.filter(({ at }) => at > before)
  }
}
