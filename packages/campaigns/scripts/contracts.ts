import { Manifest } from '../src/manifest.ts'
import { PlayerTemplate } from '../src/player/template.ts'
import { Beats, Profile } from '../src/read/profile.ts'

const schemas = {
  manifest: ['Manifest of a campaign', Manifest],
  'player-template': ['Player template of a campaign', PlayerTemplate],
  profile: ['Profile of a person', Profile],
  beats: ['Beats of a campaign', Beats],
} as const

/** Generates the contracts: the text of each file by its name. */
export function generateContracts(): Map<string, string> {
  return new Map(
    Object.entries(schemas).map(([name, [title, schema]]) => {
      const document = {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `urn:narratoria:contract:campaign-${name}`,
        $comment: 'Generated from the schemas; do not edit.',
        title,
        ...schema,
      }
      return [`${name}.schema.json`, `${JSON.stringify(document, null, 2)}\n`]
    }),
  )
}
