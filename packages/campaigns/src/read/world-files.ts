import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import type { Problems } from './problems.ts'
import { readSource, type SourceFile } from './source-file.ts'

/** The world as its author wrote it, in one object, and where each part was written. */
export interface Draft {
  world: JsonObject
  /** `things/lamp` → its place in a file. */
  origins: Map<string, { source: SourceFile; path: (string | number)[] }>
}

const collections = new Set([
  'places',
  'things',
  'people',
  'facts',
  'acts',
  'rules',
  'beats',
  'goals',
  'endings',
  'factions',
])
const single = new Set(['start', 'opening', 'player', 'flags', 'forbidden', 'state', 'choicesOnly'])

export function emptyDraft(): Draft {
  return { world: {}, origins: new Map() }
}

/** Reads `world/*.yaml` in the order of their names. Things and people may be written inside of where they are. */
export async function readWorldFiles(folder: string, draft: Draft, problems: Problems): Promise<void> {
  const names: string[] = await readdir(join(folder, 'world')).catch(() => [])
  for (const name of names.filter((file) => /\.(?:ya?ml|json)$/.test(file)).toSorted()) {
    const source = await readSource(folder, `world/${name}`, problems)
    if (!source) continue
    if (!isJsonObject(source.value)) {
      problems.error('invalid_world', `world/${name} must be a mapping, such as "places: …".`, source.at())
      continue
    }
    for (const [key, value] of Object.entries(source.value)) takeTopLevel(key, value, { draft, source, problems })
  }
}

interface Reading {
  draft: Draft
  source: SourceFile
  problems: Problems
}

function takeTopLevel(key: string, value: JsonValue, reading: Reading): void {
  const { draft, source, problems } = reading
  if (collections.has(key)) {
    if (!isJsonObject(value))
      return problems.error('invalid_world', `"${key}" must be a mapping from ids.`, source.at([key]))
    for (const [id, entity] of Object.entries(value))
      addEntity(draft, key, { id, entity, source, path: [key, id] }, problems)
  } else if (single.has(key)) {
    draft.world[key] = value
    draft.origins.set(key, { source, path: [key] })
  } else
    problems.warn(
      'unknown_key',
      `"${key}" is not a part of a world. Parts are ${[...single, ...collections].join(', ')}.`,
      source.at([key]),
    )
}

interface Written {
  id: string
  entity: JsonValue
  source: SourceFile
  path: (string | number)[]
  /** Where it is, if it was written inside of its place, container or owner. */
  at?: string
}

/** Adds one entity, and those that are written inside of it. */
export function addEntity(draft: Draft, kind: string, written: Written, problems: Problems): void {
  const { id, entity, source, path, at } = written
  if (!isJsonObject(entity))
    return problems.error('invalid_world', `"${id}" must be a mapping of its properties.`, source.at(path))
  const all = (draft.world[kind] ??= {}) as JsonObject
  const earlier = draft.origins.get(`${kind}/${id}`)
  if (earlier && all[id] !== undefined && kind !== 'people')
    return problems.error(
      'duplicate_id',
      `"${id}" is already defined at ${earlier.source.at(earlier.path)}.`,
      source.at(path),
    )
  const { things, people, ...own } = entity
  all[id] = { ...(isJsonObject(all[id]) ? all[id] : {}), ...own, ...(at !== undefined && { at }) }
  draft.origins.set(`${kind}/${id}`, { source, path })
  const inside = kind === 'places' || kind === 'people' ? id : `${entity['supporter'] === true ? 'on' : 'in'}:${id}`
  for (const [innerKind, inner] of [
    ['things', things],
    ['people', people],
  ] as const) {
    if (inner === undefined) continue
    if (!isJsonObject(inner)) {
      problems.error(
        'invalid_world',
        `"${innerKind}" of "${id}" must be a mapping from ids.`,
        source.at([...path, innerKind]),
      )
      continue
    }
    for (const [innerId, value] of Object.entries(inner))
      addEntity(
        draft,
        innerKind,
        { id: innerId, entity: value, source, path: [...path, innerKind, innerId], at: inside },
        problems,
      )
  }
}

/** The id of what has a name: `Old Mill` is `old_mill`. */
export function idOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
}

/** Where a JSON pointer into the world was written: `world/map.yaml:12`. */
export function originOf({ origins }: Draft, pointer: string, otherwise: string): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const entity = origins.get(parts.slice(0, 2).join('/'))
  if (entity) return entity.source.at([...entity.path, ...parts.slice(2)])
  const top = origins.get(parts[0] ?? '')
  return top ? top.source.at([...top.path, ...parts.slice(1)]) : otherwise
}
