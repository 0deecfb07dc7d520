import { isJsonObject, type JsonObject } from '@narratoria/protocol'

/**
 * Completes the world of a campaign that has no places, things or people: they are built from its premise, with the plot that
 * suits it. What its author wrote in addition, such as endings, is added.
 */
export async function furnishFromPremise(
  draft: JsonObject,
  { premise, title }: { premise: string; title: string },
): Promise<JsonObject> {
  const parts = ['places', 'things', 'people'].map((part) => draft[part])
  if (premise === '' || parts.some((part) => isJsonObject(part) && Object.keys(part).length > 0)) return draft
  // Reading a campaign that has a map does not load the words of all genres.
  const { buildPremise } = await import('../premise/index.ts')
  const built = { ...buildPremise(premise, { title, plot: 'fitting' }) } as JsonObject
  for (const [part, value] of Object.entries(draft)) {
    const own = built[part]
    built[part] = isJsonObject(value) && isJsonObject(own) ? { ...own, ...value } : value
  }
  return built
}
