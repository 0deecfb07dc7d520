import { type ArgValues, argument, defineCommand, flag, text } from '../../define-command.ts'
import { jsonFlag } from '../common-args.ts'

const listArgs = { json: jsonFlag }
const oneArgs = { campaign: argument('the name of a campaign, or its folder'), json: jsonFlag }
const mapArgs = { campaign: argument('the name of a campaign, or its folder') }
const exportArgs = {
  story: argument('the name, title or id of a story'),
  folder: argument('the folder to make'),
  start: flag(
    'the world as the story began, for a story that began with a premise; without it, the world as it is now',
  ),
}
const packArgs = {
  campaign: argument('the name of a campaign, or its folder'),
  out: text('file', 'the file to write; defaults to NAME-VERSION.zip'),
}
const installArgs = { file: argument('a packed campaign') }
const cardArgs = {
  campaign: argument('a campaign that was made of a character card: its name, or its folder'),
  file: argument('the file to write: .png, .json or .charx'),
}
const newArgs = {
  folder: argument('the folder to make'),
  title: text('text', 'the title; without it, asks for it'),
  place: text('text', 'where the story begins; without it, asks for it'),
  goal: text('text', 'what the player looks for; without it, asks for it'),
}

export type ListOptions = ArgValues<typeof listArgs>
export type CampaignOptions = ArgValues<typeof oneArgs>
export type MapOptions = ArgValues<typeof mapArgs>
export type ExportOptions = ArgValues<typeof exportArgs>
export type PackOptions = ArgValues<typeof packArgs>
export type InstallOptions = ArgValues<typeof installArgs>
export type CardOptions = ArgValues<typeof cardArgs>
export type NewOptions = ArgValues<typeof newArgs>

export const campaignCommand = defineCommand({
  name: 'campaign',
  description: 'list, check, test, write and pack campaigns',
  examples: ['campaign list', 'campaign check ./campaigns/lighthouse'],
  commands: [
    defineCommand({
      name: 'list',
      description: 'list all campaigns',
      args: listArgs,
      examples: ['campaign list', 'campaign list --json'],
      run: async (options, io) => (await import('./inspect.ts')).listCampaigns(options, io),
    }),
    defineCommand({
      name: 'show',
      description: 'show the details of a campaign',
      args: oneArgs,
      examples: ['campaign show door-without-a-handle'],
      run: async (options, io) => (await import('./inspect.ts')).showCampaign(options, io),
    }),
    defineCommand({
      name: 'check',
      description: 'check a campaign and report every problem with file and line',
      args: oneArgs,
      examples: ['campaign check ./campaigns/lighthouse', 'campaign check ./campaigns/lighthouse --json'],
      run: async (options, io) => (await import('./check.ts')).checkCampaign(options, io),
    }),
    defineCommand({
      name: 'test',
      description: 'run the story tests of a campaign',
      args: oneArgs,
      examples: ['campaign test ./campaigns/lighthouse'],
      run: async (options, io) => (await import('./check.ts')).testCampaign(options, io),
    }),
    defineCommand({
      name: 'map',
      description: 'print the map of a campaign as a Mermaid flowchart',
      args: mapArgs,
      examples: ['campaign map door-without-a-handle'],
      run: async (options, io) => (await import('./inspect.ts')).mapCampaign(options, io),
    }),
    defineCommand({
      name: 'new',
      description: 'write a small campaign that can be played and tested',
      args: newArgs,
      examples: ['campaign new ./campaigns/lighthouse'],
      run: async (options, io) => (await import('./new.ts')).newCampaign(options, io),
    }),
    defineCommand({
      name: 'pack',
      description: 'pack a campaign into one file, to give it to others',
      args: packArgs,
      examples: ['campaign pack ./campaigns/lighthouse', 'campaign pack lighthouse --out lighthouse.zip'],
      run: async (options, io) => (await import('./files.ts')).packIntoFile(options, io),
    }),
    defineCommand({
      name: 'install',
      description: 'unpack a packed campaign into the folder of your campaigns',
      args: installArgs,
      examples: ['campaign install lighthouse-1.0.0.zip'],
      run: async (options, io) => (await import('./files.ts')).installFile(options, io),
    }),
    defineCommand({
      name: 'card',
      description: 'write the character card of an imported campaign, with every field that it had',
      args: cardArgs,
      examples: ['campaign card mirelle-voss mirelle.png', 'campaign card mirelle-voss mirelle.charx'],
      run: async (options, io) => (await import('./files.ts')).writeCampaignCard(options, io),
    }),
    defineCommand({
      name: 'export',
      description: 'write the world of a story, as it is now, as a campaign to play on in',
      args: exportArgs,
      examples: [
        'campaign export clockmaker ./campaigns/clockmaker',
        'campaign export clockmaker ./campaigns/clockmaker --start',
      ],
      run: async (options, io) => (await import('./files.ts')).exportCampaign(options, io),
    }),
  ],
})
