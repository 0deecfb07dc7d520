import { argumentList, type ArgValues, defineCommand, text } from '../../define-command.ts'
import { jsonFlag } from '../common-args.ts'

const args = {
  files: argumentList('character cards, lorebooks, chats, or stories of Narratoria'),
  story: text('name', 'add lorebooks to this story; defaults to a campaign of their own'),
  name: text('name', 'the name of the story that a chat becomes', ['story']),
  campaign: text('name', 'continue the chat in this campaign, given by its name or folder', ['story']),
  user: text('name', "the name of the player's character in a card; defaults to you"),
  json: jsonFlag,
}

export type ImportOptions = ArgValues<typeof args>

export const importCommand = defineCommand({
  name: 'import',
  description: 'import characters, lorebooks, chats and stories of other programs',
  args,
  examples: [
    'import mirelle.png',
    'import world.json --story castle',
    'import chat.jsonl --campaign mirelle-voss --name "Mirelle and I"',
    'import *.png --user Ada --json',
  ],
  run: async (options, io) => (await import('./import.ts')).importFiles(options, io),
})
