import { randomUUID } from 'node:crypto'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AssetFolder } from './asset-folder.ts'

/** The folders in which the tools of the running turns leave their files. */
export class AssetInbox {
  readonly #path: string
  readonly #copied: boolean
  readonly #pending = new Set<Promise<void>>()

  /** Without an asset folder, the files of stored turns stay until {@link close}. */
  constructor(assetFolder: AssetFolder | undefined) {
    this.#path = assetFolder ? join(assetFolder.path, 'inbox') : join(tmpdir(), `narratoria-assets-${randomUUID()}`)
    this.#copied = assetFolder !== undefined
  }

  /** The folder of one turn. Its tools create it. */
  folderOf(turnId: string): string {
    return join(this.#path, turnId)
  }

  /**
   * Removes the files of a turn that has ended, except those at `left`, which were not copied. The turn does not wait for it: its
   * result follows its storing at once.
   */
  clear(turnId: string, { stored, left }: { stored: boolean; left: readonly string[] }): void {
    if (stored && !this.#copied) return
    const work = this.#remove(turnId, left).finally(() => this.#pending.delete(work))
    this.#pending.add(work)
  }

  async #remove(turnId: string, left: readonly string[]): Promise<void> {
    const folder = this.folderOf(turnId)
    const files =
      left.length === 0 ? [] : await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const removed = left.length === 0 ? [folder] : files.filter((entry) => !entry.isDirectory()).map(pathOf)
    for (const path of removed) if (!left.includes(path)) await rm(path, { recursive: true, force: true }).catch(ignore)
    await rmdir(this.#path).catch(ignore)
  }

  /** Removes what only this host needed. */
  async close(): Promise<void> {
    await Promise.all(this.#pending)
    if (!this.#copied) await rm(this.#path, { recursive: true, force: true }).catch(ignore)
  }
}

function pathOf(entry: { parentPath: string; name: string }): string {
  return join(entry.parentPath, entry.name)
}

// A file of a tool that still runs, or a folder that is not empty. The next turn tries again.
function ignore(): void {}
