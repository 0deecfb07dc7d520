import { watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { realRoots } from '../discover/discover-skills.ts'
import { foldersToWatch, folderStamp, isIgnored, realFolder } from './folder-tree.ts'

/** A change is told once nothing more happened for so long, or at the latest after so long. */
const quietMs = 80
const latestMs = 400
/** How often roots that do not exist and folders that the system cannot watch are looked at. */
const pollMs = 400

/**
 * Watches the skill folders in some roots, each folder by itself: `fs.watch` reports those reliably on every system,
 * which its recursive mode does not. Keeps no process alive.
 */
export class FolderWatcher {
  readonly #roots: readonly string[]
  readonly #onChange: (touched: ReadonlySet<string>) => Promise<void>
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #polled = new Map<string, { stamp: string; owner: string }>()
  readonly #poll: NodeJS.Timeout
  #rootsSeen = ''
  #touched = new Set<string>()
  #firstAt: number | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  /** Starts to watch. `onChange` gets the real paths of the roots and skill folders in which something changed. */
  constructor(roots: readonly string[], onChange: (touched: ReadonlySet<string>) => Promise<void>) {
    this.#roots = roots
    this.#onChange = onChange
    this.#rootsSeen = realRoots(roots).join('\n')
    this.#watchFolders(new Set())
    this.#poll = setInterval(() => this.#look(), pollMs).unref()
  }

  /** Stops at once. */
  close(): void {
    this.#closed = true
    clearInterval(this.#poll)
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  /** Brings the watched folders up to date; those of `touched` anew, since a folder may be another one of the same name. */
  #watchFolders(touched: ReadonlySet<string>): void {
    const owners = foldersToWatch(this.#roots)
    for (const [folder, watcher] of this.#watchers)
      if (!owners.has(folder)) {
        watcher.close()
        this.#watchers.delete(folder)
      }
    for (const folder of this.#polled.keys()) if (!owners.has(folder)) this.#polled.delete(folder)
    for (const [folder, owner] of owners)
      if (owner === folder || touched.has(owner) || !this.#watchers.has(folder)) this.#watch(folder, owner)
  }

  #watch(folder: string, owner: string): void {
    const before = this.#watchers.get(folder)
    this.#watchers.delete(folder)
    try {
      const watcher = watch(folder, { persistent: false }, (_, entry) => this.#notice(folder, owner, entry))
      watcher.on('error', () => this.#pollInstead(folder, owner))
      this.#watchers.set(folder, watcher)
      this.#polled.delete(folder)
    } catch {
      this.#pollInstead(folder, owner)
    }
    before?.close()
  }

  // Out of watches, a network file system, or the folder is gone, which the next look finds out.
  #pollInstead(folder: string, owner: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
    if (!this.#closed) this.#polled.set(folder, { stamp: folderStamp(folder), owner })
  }

  #notice(folder: string, owner: string, entry: string | null): void {
    if (entry !== null && isIgnored(entry)) return
    this.#touched.add(owner)
    if (entry !== null && folder === owner) {
      // In a root, the entry is a skill's folder or a link to one.
      const below = join(folder, entry)
      this.#touched.add(below).add(realFolder(below) ?? below)
    }
    this.#schedule()
  }

  #look(): void {
    const roots = realRoots(this.#roots).join('\n')
    if (roots !== this.#rootsSeen) {
      this.#rootsSeen = roots
      this.#schedule()
    }
    for (const [folder, { stamp, owner }] of this.#polled) {
      const now = folderStamp(folder)
      if (now === stamp) continue
      this.#polled.set(folder, { stamp: now, owner })
      this.#notice(folder, owner, null)
    }
  }

  #schedule(): void {
    if (this.#closed) return
    const now = performance.now()
    this.#firstAt ??= now
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#tell(), Math.min(quietMs, Math.max(0, this.#firstAt + latestMs - now))).unref()
  }

  // Watched first and read afterwards, so that nothing slips through between.
  #tell(): void {
    const touched = this.#touched
    this.#touched = new Set()
    this.#firstAt = undefined
    this.#watchFolders(touched)
    void this.#onChange(touched)
  }
}
