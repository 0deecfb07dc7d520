import { basename, extname } from 'node:path'
import { isJsonObject } from '@narratoria/protocol'
import type { Person, Place, Thing, World } from '@narratoria/world'
import type { CampaignAsset } from '../campaign.ts'

/**
 * Gives places, things and people the pictures and sounds of their names: `art/lamp.png` belongs to what has the id or the name "lamp", or one of
 * the keywords of the file. A file that the world names somewhere is left to it.
 */
export function linkAssets(world: World, assets: readonly CampaignAsset[]): World {
  const free = assets.filter(({ path }) => !names(world, path))
  // The world is checked later: a name may be missing, or anything.
  const fitting = (folder: string, id: string, part: { name: unknown } | null) => {
    const own = [id, part?.name].filter((name) => typeof name === 'string').map(slug)
    return free.find((asset) => asset.path.startsWith(folder) && labelsOf(asset).some((label) => own.includes(label)))
      ?.path
  }
  const link = <T extends { name: string }>(
    parts: Record<string, T>,
    folder: string,
    key: 'image' | 'portrait' | 'music',
  ) =>
    Object.fromEntries(
      Object.entries(parts).map(([id, part]): [string, T] => {
        const path = isJsonObject(part) && key in part ? undefined : fitting(folder, id, part)
        return [id, path === undefined ? part : { ...part, [key]: path }]
      }),
    )
  return {
    ...world,
    places: link<Place>(link<Place>(world.places, 'art/', 'image'), 'music/', 'music'),
    things: link<Thing>(world.things, 'art/', 'image'),
    people: link<Person>(world.people, 'art/', 'portrait'),
  }
}

function labelsOf({ path, keywords }: CampaignAsset): string[] {
  return [basename(path, extname(path)), ...keywords].map(slug)
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether a value has a text anywhere. */
function names(value: unknown, text: string): boolean {
  if (Array.isArray(value)) return value.some((each) => names(each, text))
  return isJsonObject(value) ? Object.values(value).some((each) => names(each, text)) : value === text
}
