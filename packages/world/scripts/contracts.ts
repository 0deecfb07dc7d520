import { WorldState } from '../src/model/state.ts'
import {
  Beat,
  CustomAct,
  Ending,
  Exit,
  Fact,
  Goal,
  Person,
  Place,
  Rule,
  Text,
  Thing,
  Topic,
  Want,
  World,
} from '../src/model/types.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const parts = { Exit, Place, Thing, Topic, Want, Person, Rule, CustomAct, Beat, Ending, Goal, Fact, Text }
const names = new Map(Object.entries(parts).map(([name, schema]) => [JSON.stringify(schema), name]))

/** Generates the contracts: the text of each file by its name. */
export function generateContracts(): Map<string, string> {
  return new Map([
    ['world.schema.json', document('world', 'World', World)],
    ['world-state.schema.json', document('world-state', 'State of a world', WorldState)],
  ])
}

function document(name: string, title: string, root: object): string {
  const definitions: Record<string, Json> = {}
  const schema = share(plain(root), definitions) as { [key: string]: Json }
  const sorted = Object.fromEntries(Object.entries(definitions).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `urn:narratoria:contract:${name}`,
      $comment: 'Generated from the schemas; do not edit.',
      title,
      ...schema,
      ...(Object.keys(sorted).length > 0 && { $defs: sorted }),
    },
    null,
    2,
  )}\n`
}

// Replaces each use of a part by a reference, and tuples by the form of the dialect.
function share(value: Json, definitions: Record<string, Json>): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => share(each, definitions))
  const name = names.get(JSON.stringify(value))
  if (name !== undefined) return reference(name, () => shareEntries(value, definitions), definitions)
  if (value['$defs'] && typeof value['$ref'] === 'string') {
    for (const [each, { $id: _, ...own }] of Object.entries(value['$defs'] as Record<string, { [key: string]: Json }>))
      reference(each, () => shareEntries(own, definitions), definitions)
    return { $ref: `#/$defs/${value['$ref']}` }
  }
  return shareEntries(value, definitions)
}

function reference(name: string, make: () => Json, definitions: Record<string, Json>): Json {
  if (!(name in definitions)) {
    definitions[name] = {}
    definitions[name] = make()
  }
  return { $ref: `#/$defs/${name}` }
}

function shareEntries(value: { [key: string]: Json }, definitions: Record<string, Json>): Json {
  const { items, additionalItems: _, ...others } = value
  const shared = Object.fromEntries(
    Object.entries(others).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? `#/$defs/${each}` : share(each, definitions),
    ]),
  )
  if (Array.isArray(items)) return { ...shared, prefixItems: share(items, definitions), items: false }
  return items === undefined ? shared : { ...shared, items: share(items, definitions) }
}

function plain(schema: object): Json {
  return JSON.parse(JSON.stringify(schema)) as Json
}
