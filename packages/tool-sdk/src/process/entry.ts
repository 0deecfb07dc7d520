import { fs, url, util } from './builtins.ts'

/**
 * Tells whether the file that called into this package is the one that the process was started with. By real path, so
 * links work; bundled, this package's files and the caller's are the same.
 *
 * @param callee the URL of the file whose caller is asked for
 */
export function isCalledByEntry(callee: string): boolean {
  if (process.argv[1] === undefined) return false
  const own = ['', callee, import.meta.url]
  const files = util.getCallSites(20, { sourceMap: false }).map((site) => site.scriptName)
  const caller = files.find((file) => !own.includes(file) && !file.startsWith('node:')) ?? callee
  return isEntry(caller) && !isWorkerThread()
}

/** Tells whether a file, given by path or URL, is the one that the process was started with. */
export function isEntry(file: string): boolean {
  const entry = process.argv[1]
  if (entry === undefined) return false
  // As it nearly always is; whoever was called through a link, or from a folder with a strange name, is looked up.
  return file === `file://${entry}` || file === entry || realPath(file) === realPath(entry)
}

function realPath(file: string): string | undefined {
  try {
    return fs.realpathSync(file.startsWith('file:') ? url.fileURLToPath(file.replace(/[?#].*$/, '')) : file)
  } catch {
    return undefined
  }
}

/**
 * Tells a worker thread from the main one. node:worker_threads knows it too, for 2 ms of start-up; in a worker,
 * process.chdir is a stub that says so.
 */
export function isWorkerThread(): boolean {
  return (process as { chdir: { disabled?: boolean } }).chdir.disabled === true
}
