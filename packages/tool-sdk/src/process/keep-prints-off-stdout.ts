import { fs } from './builtins.ts'
import { isEntry, isWorkerThread } from './entry.ts'

/**
 * Sends `console.*` and `process.stdout` to standard error, where anything may be printed (spec 001 §2.2): standard
 * output carries events alone. The stream is made when something is printed, not before.
 */
export function keepPrintsOffStdout(): void {
  const onStderr: PropertyDescriptor = { get: () => process.stderr, configurable: true }
  Object.defineProperty(process, 'stdout', onStderr)
  Object.defineProperty(console, '_stdout', onStderr)
}

/**
 * Tells whether this process is that of a tool, before the tool is defined: the entry file calls `defineTool`, or holds
 * this package itself. So prints are caught that come earlier, such as a library's greeting.
 *
 * @param here the URL of the file that this package is in
 */
export function willServe(here: string): boolean {
  const entry = process.argv[1]
  if (entry === undefined || isWorkerThread()) return false
  try {
    return /\bdefineTool\s*\(/.test(fs.readFileSync(entry, 'latin1')) || isEntry(here)
  } catch {
    return false
  }
}
