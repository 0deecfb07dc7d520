import { statSync } from 'node:fs'

/** A text that changes when the file at `path` changes. */
export function fileStamp(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
    return `${path}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
  } catch {
    return path
  }
}
