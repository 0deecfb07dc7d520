import { statSync, type Stats } from 'node:fs'

/** The state of a file by which a change is noticed; undefined if there is no file. */
export type FileVersion = Pick<Stats, 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'> | undefined

export function fileVersionOf(path: string): FileVersion {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

export function isSameVersion(old: FileVersion, now: FileVersion): boolean {
  return (
    old?.ino === now?.ino && old?.size === now?.size && old?.mtimeMs === now?.mtimeMs && old?.ctimeMs === now?.ctimeMs
  )
}
