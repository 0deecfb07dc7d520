const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Tells whether an id has the form that Narratoria gives: no folder, file or word has such a name by chance. */
export function isSessionId(id: string): boolean {
  return uuid.test(id)
}
