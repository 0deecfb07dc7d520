import { watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { realRoots } from '../discover/discover-skills.ts'
import { foldersToWatch, folderStamp, isIgnored, realFolder, type WatchedFolder } from './folder-tree.ts'

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
  readonly #polled = new Map<string, { folder: WatchedFolder; stamp: string }>()
  #poll: NodeJS.Timeout
  #rootsSeen = ''
  #touched = new Set<string>()
  #firstAt: number | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  /** Starts to watch. `onChange` gets the real paths of the roots and skill folders in which something changed. */
  constructor(roots: readonly string[], onChange: (touched: ReadonlySet<string>) => Promise<void>) {
    this.#roots = roots
    this.#onChange = onChange
    this.#watchFolders(new Set())
    this.#poll = setTimeout(() => this.#look(), pollMs).unref()
  }

  /** Stops at once. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#poll)
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  /** Brings the watched folders up to date; those of `touched` anew, since a folder may be another one of the same name. */
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

  // Out of watches, a network file system, or the folder is gone, which the next look finds out.
  #pollInstead(folder: WatchedFolder): void {
    this.#watchers.get(folder.path)?.close()
    this.#watchers.delete(folder.path)
    if (!this.#closed) this.#polled.set(folder.path, { folder, stamp: folderStamp(folder) })
  }

  #notice(folder: WatchedFolder, entry: string | null): void {
    if (entry !== null && isIgnored(entry, folder.kind)) return
    this.#touched.add(folder.owner)
    if (entry !== null && folder.kind === 'root') {
      // The entry is a skill's folder or a link to one.
      const below = join(folder.path, entry)
      this.#touched.add(below).add(realFolder(below) ?? below)
    }
    this.#schedule()
  }

  #look(): void {
    const start = performance.now()
    if (realRoots(this.#roots).join('\n') !== this.#rootsSeen) this.#schedule()
    for (const { folder, stamp } of this.#polled.values()) {
      const now = folderStamp(folder)
      if (now === stamp) continue
      this.#polled.set(folder.path, { folder, stamp: now })
      this.#notice(folder, null)
    }
    // However many folders there are, looking takes a twentieth of the time at most.
    const waitMs = Math.max(pollMs, 20 * (performance.now() - start))
    this.#poll = setTimeout(() => this.#look(), waitMs).unref()
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
