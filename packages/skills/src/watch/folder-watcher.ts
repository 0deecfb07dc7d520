import { watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { realRoots } from '../discover/discover-skills.ts'
import { foldersToWatch, folderStamp, isIgnored, realFolder, type WatchedFolder } from './folder-tree.ts'

/** Changes are reported after this much quiet, or at most this long after the first one. */
const quietMs = 80
const latestMs = 400
/** How often missing roots and folders that the system cannot watch are polled. */
const pollMs = 400

/**
 * Watches the skill folders in some roots. Each folder has a watcher of its own, because the recursive mode of `fs.watch` is not
 * reliable on every system. Does not keep the process alive.
 */
export class FolderWatcher {
  readonly #roots: readonly string[]
  readonly #onChange: (touched: ReadonlySet<string>) => Promise<void>
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #polled = new Map<string, { folder: WatchedFolder; stamp: string }>()
  #poll: NodeJS.Timeout
  #rootsSeen = ''
  #touched = new Set<string>()
  #firstAt: number | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  /** Starts watching. `onChange` is called with the real paths of the roots and skill folders that changed. */
  constructor(roots: readonly string[], onChange: (touched: ReadonlySet<string>) => Promise<void>) {
    this.#roots = roots
    this.#onChange = onChange
    this.#watchFolders(new Set())
    this.#poll = setTimeout(() => this.#pollFolders(), pollMs).unref()
  }

  /** Stops watching. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#poll)
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  /** Updates the set of watched folders. Watches those of `touched` again, because a folder may have been replaced. */
  #watchFolders(touched: ReadonlySet<string>): void {
    this.#rootsSeen = realRoots(this.#roots).join('\n')
    const folders = foldersToWatch(this.#roots)
    for (const [path, watcher] of this.#watchers)
      if (!folders.has(path)) {
        watcher.close()
        this.#watchers.delete(path)
      }
    for (const path of this.#polled.keys()) if (!folders.has(path)) this.#polled.delete(path)
    for (const folder of folders.values())
      if (folder.kind !== 'nested' || touched.has(folder.owner) || !this.#watchers.has(folder.path)) this.#watch(folder)
  }

  #watch(folder: WatchedFolder): void {
    const before = this.#watchers.get(folder.path)
    this.#watchers.delete(folder.path)
    try {
      const watcher = watch(folder.path, { persistent: false }, (_, entry) => this.#notice(folder, entry))
      watcher.on('error', () => this.#pollInstead(folder))
      this.#watchers.set(folder.path, watcher)
      this.#polled.delete(folder.path)
    } catch {
      this.#pollInstead(folder)
    }
    before?.close()
  }

  // The system is out of watches, the file system is remote, or the folder is gone, which the next poll detects.
  #pollInstead(folder: WatchedFolder): void {
    this.#watchers.get(folder.path)?.close()
    this.#watchers.delete(folder.path)
    if (!this.#closed) this.#polled.set(folder.path, { folder, stamp: folderStamp(folder) })
  }

  #notice(folder: WatchedFolder, entry: string | null): void {
    if (entry !== null && isIgnored(entry, folder.kind)) return
    this.#touched.add(folder.owner)
    if (entry !== null && folder.kind === 'root') {
      // The entry may be a skill's folder or a link to one.
      const below = join(folder.path, entry)
      this.#touched.add(below).add(realFolder(below) ?? below)
    }
    this.#schedule()
  }

  #pollFolders(): void {
    const start = performance.now()
    if (realRoots(this.#roots).join('\n') !== this.#rootsSeen) this.#schedule()
    for (const { folder, stamp } of this.#polled.values()) {
      const now = folderStamp(folder)
      if (now === stamp) continue
      this.#polled.set(folder.path, { folder, stamp: now })
      this.#notice(folder, null)
    }
    // Polling takes at most 5 % of the time, for any number of folders.
    const waitMs = Math.max(pollMs, 20 * (performance.now() - start))
    this.#poll = setTimeout(() => this.#pollFolders(), waitMs).unref()
  }

  #schedule(): void {
    if (this.#closed) return
    const now = performance.now()
    this.#firstAt ??= now
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => this.#report(),
      Math.min(quietMs, Math.max(0, this.#firstAt + latestMs - now)),
    ).unref()
  }

  // Watch first and read afterwards, so that no change is missed.
  #report(): void {
    const touched = this.#touched
    this.#touched = new Set()
    this.#firstAt = undefined
    this.#watchFolders(touched)
    void this.#onChange(touched)
  }
}
