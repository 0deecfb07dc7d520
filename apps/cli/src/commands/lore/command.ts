import { argument, argumentList, type ArgValues, defineCommand, text } from '../../define-command.ts'
import { jsonFlag } from '../common-args.ts'

const where = {
  story: text('name', 'the name, title or id of a story; defaults to the one played last'),
  campaign: text('name', 'the lorebooks of this campaign: its name, or its folder', ['story']),
  json: jsonFlag,
}
const showArgs = { entry: argument('the number or the name of an entry'), ...where }
const testArgs = { words: argumentList('what the player might write'), ...where }
const removeArgs = {
  book: argument('the number or the name of a lorebook of the story'),
  story: where.story,
  json: jsonFlag,
}

export type ListOptions = ArgValues<typeof where>
export type ShowOptions = ArgValues<typeof showArgs>
export type TestOptions = ArgValues<typeof testArgs>
export type RemoveOptions = ArgValues<typeof removeArgs>

export const loreCommand = defineCommand({
  name: 'lore',
  description: 'show the lorebooks of a story or a campaign, and which entries fit',
  examples: ['lore list', 'lore test "I walk to the mill" --story castle'],
  commands: [
    defineCommand({
      name: 'list',
      description: 'list lorebooks and their entries',
      args: where,
      examples: ['lore list', 'lore list --campaign mirelle-voss --json'],
      run: async (options, io) => (await import('./lore.ts')).listLore(options, io),
    }),
    defineCommand({
      name: 'show',
      description: 'show an entry with its keys and settings',
      args: showArgs,
      examples: ['lore show 3', 'lore show fog --story castle'],
      run: async (options, io) => (await import('./lore.ts')).showLore(options, io),
    }),
    defineCommand({
      name: 'test',
      description: 'explain for each entry whether it fits the words, the last turns and the state, and why',
      args: testArgs,
      examples: ['lore test "I walk to the mill"', 'lore test fog --campaign mirelle-voss --json'],
      run: async (options, io) => (await import('./lore.ts')).testLore(options, io),
    }),
    defineCommand({
      name: 'remove',
      description: 'take a lorebook away from a story',
      args: removeArgs,
      examples: ['lore remove "The river" --story castle'],
      run: async (options, io) => (await import('./lore.ts')).removeLore(options, io),
    }),
  ],
})
