import { type ArgValues, defineCommand, flag, number, text } from '../../define-command.ts'
import { hostArgs } from '../common-args.ts'

const args = {
  prompt: text('text', 'play one turn and exit; an empty text continues the story without an act'),
  session: text('name', 'continue the story of this name, title or id, or create it'),
  ...hostArgs,
  new: flag('begin a new story instead of continuing the last one'),
  title: text('text', 'the title of a new story'),
  premise: text('text', 'build the world of a new story from this premise', ['campaign']),
  role: text('person', 'with --premise: who you are, one of its people or anyone; without it, a terminal asks'),
  aim: text('text', 'with --premise: what you want; without it, a terminal asks'),
  plot: text(
    'key',
    'with --premise: what is added to it: fitting, or a plot such as search; without it, a terminal asks',
  ),
  campaign: text(
    'name',
    'begin a new story in this campaign: its name, its folder, or none for a story without a world',
  ),
  character: text(
    'file',
    'JSON with the answers to what a campaign asks about your character; without it, a terminal asks',
  ),
  opening: number('n', 'which opening of the campaign a new story begins with; at a terminal, asks for it', {}),
  plain: flag('print no colours and redraw nothing, for screen readers'),
  json: flag('with --prompt: print the turn as one JSON document'),
}

export type PlayOptions = ArgValues<typeof args>

export const playCommand = defineCommand({
  name: 'play',
  description: 'play a story, or with --prompt one turn',
  args,
  isDefault: true,
  examples: [
    'play',
    'play --new --title "The Tower" --premise "It rains on the last lighthouse."',
    'play --campaign door-without-a-handle',
    'play --session castle',
    'play --prompt "I light the torch and examine the door"',
  ],
  run: async (options, io) => (await import('./play.ts')).play(options, io),
})
