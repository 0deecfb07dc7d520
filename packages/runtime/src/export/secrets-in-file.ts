import { createReadStream } from 'node:fs'

/** Returns whether a file contains one of the secrets. Reads it in chunks. */
export async function holdsSecret(path: string, secrets: readonly string[]): Promise<boolean> {
  const needles = secrets.map((secret) => Buffer.from(secret)).filter(({ length }) => length > 0)
  const longest = Math.max(0, ...needles.map(({ length }) => length))
  if (longest === 0) return false
  let before = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    // A secret may cross the border of two chunks.
    const text = Buffer.concat([before, chunk as Buffer])
    if (needles.some((needle) => text.includes(needle))) return true
    before = text.subarray(Math.max(0, text.length - longest + 1))
  }
  return false
}
