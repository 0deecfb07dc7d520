import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { Problems } from './problems.ts'
import { readSource } from './source-file.ts'
import { addEntity, type Draft, idOf } from './world-files.ts'

/**
 * Reads `characters/npcs/NAME/profile.json`. A profile gives a person of the world name, role, appearance and manner; places
 * and topics may stand in a world file under the same id, the folder's name.
 */
export async function readProfiles(folder: string, draft: Draft, problems: Problems): Promise<void> {
  const base = 'characters/npcs'
  const entries = await readdir(join(folder, base), { withFileTypes: true }).catch(() => [])
  for (const entry of entries.filter((each) => each.isDirectory()).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const source = await readSource(folder, `${base}/${entry.name}/profile.json`, problems)
    if (!source) {
      problems.warn('missing_file', `The folder ${base}/${entry.name} has no profile.json.`, `${base}/${entry.name}`)
      continue
    }
    const profile = source.value
    if (!isJsonObject(profile) || typeof profile['name'] !== 'string' || typeof profile['role'] !== 'string') {
      problems.error('invalid_profile', 'A profile needs the fields "name" and "role" as texts.', source.at())
      continue
    }
    const traits = textsOf(objectOf(profile['personality'])['traits'])
    if (traits.length === 0)
      problems.error(
        'invalid_profile',
        'A profile needs "personality.traits", a list of words.',
        source.at(['personality']),
      )
    const id = idOf(entry.name)
    addEntity(draft, 'people', { id, entity: personOf(profile, traits), source, path: [] }, problems)
  }
}

function personOf(profile: JsonObject, traits: string[]): JsonObject {
  const inventory = textsOf(profile['inventory'])
  return {
    name: profile['name'] as string,
    aliases: [profile['role'] as string],
    traits,
    ...(typeof profile['appearance'] === 'string' && { description: profile['appearance'] }),
    ...(typeof profile['portrait'] === 'string' && { portrait: profile['portrait'] }),
    ...(typeof profile['pronoun'] === 'string' && { pronoun: profile['pronoun'] }),
    ...(typeof profile['location'] === 'string' && { at: profile['location'] }),
    ...(typeof profile['faction'] === 'string' && { faction: profile['faction'] }),
    ...(isJsonObject(profile['topics']) && { topics: profile['topics'] }),
    ...(inventory.length > 0 && {
      things: Object.fromEntries(inventory.map((name) => [idOf(name), { name }])),
    }),
  }
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
