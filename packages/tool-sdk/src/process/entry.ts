import { fs, url, util } from '../builtins.ts'

/**
 * Whether the file that called into this package is the entry file of the process. Compares real paths. When bundled, the
 * caller and this package are the same file.
 *
 * @param callee the URL of the called file
 */
export function isCalledByEntry(callee: string): boolean {
  if (process.argv[1] === undefined) return false
  const own = ['', callee, import.meta.url]
  const files = util.getCallSites(20, { sourceMap: false }).map((site) => site.scriptName)
  const caller = files.find((file) => !own.includes(file) && !file.startsWith('node:')) ?? callee
  return isEntry(caller) && !isWorkerThread()
}

/** Whether a file, given by path or URL, is the entry file of the process. */
export function isEntry(file: string): boolean {
  const entry = process.argv[1]
  if (entry === undefined) return false
  // Real paths are only compared for links and escaped URLs.
  return file === `file://${entry}` || file === entry || realPath(file) === realPath(entry)
}

function realPath(file: string): string | undefined {
  try {
    return fs.realpathSync(file.startsWith('file:') ? url.fileURLToPath(file.replace(/[?#].*$/, '')) : file)
  } catch {
    return undefined
  }
}

/** Whether this is a worker thread. Loading node:worker_threads would cost 2 ms; in a worker, process.chdir is a marked stub. */
export function isWorkerThread(): boolean {
  return (process as { chdir: { disabled?: boolean } }).chdir.disabled === true
}
