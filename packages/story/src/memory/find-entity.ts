/** Finds an entity by its id or its full name, ignoring case. */
export function findByIdOrName<T extends { id: string; name: string }>(
  entities: Record<string, T>,
  reference: string,
): T | undefined {
  const wanted = reference.trim().toLowerCase()
  const all = Object.values(entities)
  return all.find(({ id }) => id.toLowerCase() === wanted) ?? all.find(({ name }) => name.toLowerCase() === wanted)
}
