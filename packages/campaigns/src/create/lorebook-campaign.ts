import { join } from 'node:path'
import { cardPhrases, fillSentence } from '@narratoria/content'
import { compileLorebook, type ConvertedLorebook, plainText } from '@narratoria/interchange'
import { stringify } from 'yaml'
import { freeName, type ImportedCampaign } from './card-campaign.ts'
import { jsonText, writeFolder } from './write-files.ts'

/** Writes a lorebook as a campaign in `root`: one place, and the lorebook as `lore/lorebook.json`. Writes all files or none. */
export async function writeLorebookCampaign(root: string, lorebook: ConvertedLorebook): Promise<ImportedCampaign> {
  const { name: bookName, description, entries, warnings } = compileLorebook(lorebook.document)
  const title = plainText(bookName).slice(0, 200) || 'Lorebook'
  const name = freeName(root, title)
  const sentence = (key: string) => fillSentence(cardPhrases[key]![0]!, { name: title })
  const about = plainText(description)
  const opening = sentence('opening.lorebook')
  const map = {
    start: 'here',
    opening,
    places: {
      here: { name: sentence('place.lorebook'), description: about.split('\n')[0] || sentence('setting.lorebook') },
    },
  }
  const files = new Map([
    ['manifest.json', jsonText({ title, version: '1.0.0' })],
    ['world/setting.md', `# ${title}\n\n${about || sentence('setting.lorebook')}\n`],
    ['world/map.yaml', stringify(map, { lineWidth: 110 })],
    ['plot/premise.md', `${opening}\n`],
    ['lore/lorebook.json', jsonText(lorebook.document)],
  ])
  const path = join(root, name)
  await writeFolder(path, files)
  const taken = [`${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} of a ${lorebook.source}`]
  return { name, path, title, taken, leftOut: [...lorebook.warnings, ...warnings] }
}
