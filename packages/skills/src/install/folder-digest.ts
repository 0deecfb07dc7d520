import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** A digest of everything in a folder: names, contents, targets of links, and whether files are executable. */
export function folderDigest(folder: string): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    for (const name of readdirSync(join(folder, path)).sort()) {
      const inner = join(path, name)
      const full = join(folder, inner)
      const stat = lstatSync(full)
      const isExecutable = (stat.mode & 0o111) !== 0
      if (stat.isDirectory()) {
        addEntry('folder', inner, '')
        add(inner)
      } else if (stat.isSymbolicLink()) addEntry('link', inner, readlinkSync(full))
      else if (stat.isFile()) addEntry(isExecutable ? 'program' : 'file', inner, readFileSync(full))
      else addEntry('other', inner, '')
    }
  }
  const addEntry = (kind: string, path: string, content: string | Uint8Array) => {
    const sum = createHash('sha256').update(content).digest('hex')
    hash.update(`${JSON.stringify([kind, path, sum])}\n`)
  }
  add('')
  return hash.digest('hex')
}
