import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Most files that are read of one folder. */
const maxFiles = 10_000

/** Lists the regular files under a folder, sorted, relative to `root`. Links are not followed. */
export async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
    .slice(0, maxFiles)
}

const parts =
  /^(?:manifest\.json|card\.json|LICENSE(?:\.\w+)?|README(?:\.\w+)?|(?:art|card|characters|lore|music|plot|skills|tests|world)\/)/

/** Lists the files that belong to a campaign. Everything else in its folder, such as notes and drafts, stays at home. */
export async function listParts(folder: string): Promise<string[]> {
  return (await listFiles(folder, '.')).filter((file) => parts.test(file) && !/(?:^|\/)\./.test(file))
}
