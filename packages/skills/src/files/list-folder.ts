import { readdirSync } from 'node:fs'

/** The names in a folder; empty if it cannot be read. */
export function listFolder(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
