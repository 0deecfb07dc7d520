const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns whether an id has the form of a generated one (a UUID), which cannot be a folder, file or word by chance. */
export function isSessionId(id: string): boolean {
  return uuid.test(id)
}
