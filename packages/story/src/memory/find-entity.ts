/** Finds what an id or a whole name, in any case, means. */
export function findByIdOrName<T extends { id: string; name: string }>(
  entities: Record<string, T>,
  reference: string,
): T | undefined {
  const wanted = reference.trim().toLowerCase()
  const all = Object.values(entities)
  return all.find(({ id }) => id.toLowerCase() === wanted) ?? all.find(({ name }) => name.toLowerCase() === wanted)
}
