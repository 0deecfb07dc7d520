import {
  argument,
  argumentList,
  type ArgValues,
  choice,
  defineCommand,
  flag,
  number,
  optionalArgument,
  text,
  textList,
  turnsBefore,
} from '../../define-command.ts'
import { jsonFlag } from '../common-args.ts'

const story = optionalArgument('the name, title or id of a story; defaults to the one played last')

const showArgs = { story, json: flag('print JSON: every turn of every branch') }
const named = argument('the name, title or id of a story')
const listArgs = { tag: text('tag', 'only the stories with this tag'), json: jsonFlag }
const deleteArgs = { story: named, json: jsonFlag }
const restoreArgs = {
  story: optionalArgument('the name, title or id of a story in the trash; lists the trash without one'),
  empty: flag('permanently delete everything in the trash'),
  json: jsonFlag,
}
const duplicateArgs = { story: named, name: text('name', 'the name of the copy'), json: jsonFlag }
const tagArgs = {
  story: named,
  tags: argumentList('words to find the story by'),
  remove: flag('take these tags away'),
  json: jsonFlag,
}
const searchArgs = {
  words: argumentList('words that occur in a turn; "quoted words" occur in this order'),
  story: text('name', 'search only this story'),
  limit: number('n', 'at most so many turns', { default: 20 }),
  json: jsonFlag,
}
const moveArgs = { story, steps: number('n', 'how many turns', { default: 1 }), json: jsonFlag }
const branchArgs = {
  story: named,
  turn: optionalArgument('the number, label or id of a turn'),
  label: text('name', 'label the turn'),
  json: jsonFlag,
}
const editArgs = {
  story,
  turn: text('turn', 'the number, label or id of the turn; defaults to the last one'),
  narrative: text('text', 'the new narration, or - to read it from standard input'),
  prompt: text('text', 'the new words of the player'),
  json: jsonFlag,
}
const swipeArgs = { story, back: flag('show the text before instead of the next one'), json: jsonFlag }
const notesArgs = {
  story,
  style: text('text', 'how the story is written; an empty text removes it, as for the other parts'),
  persona: text('text', "who the player's character is"),
  note: text('text', 'a note that stands near the end of what the model reads'),
  depth: number('turns', 'how many turns before the present one the note stands (default: 0)', {
    parse: turnsBefore,
  }),
  pin: textList('text', 'a fact that the model always reads; can be repeated'),
  unpin: number('n', 'remove the pinned fact of this number'),
  json: jsonFlag,
}
const renameArgs = {
  story: named,
  name: argument('the new name, which is its title, too'),
  json: jsonFlag,
}
const exportArgs = {
  story,
  format: choice(
    'name',
    ['markdown', 'html', 'json', 'epub', 'sillytavern'],
    'the format; defaults to that of the output file, or markdown',
  ),
  output: text('file', 'the file to write; defaults to standard output, except for EPUB'),
  withData: flag('include the data of skills (JSON only)'),
}
const importArgs = {
  file: argument('the JSON document, or - for standard input'),
  name: text('name', 'the name of the imported story'),
  json: jsonFlag,
}
const backupArgs = {
  file: optionalArgument('the file to write; defaults to a file beside the stories, with the time in its name'),
  json: jsonFlag,
}
const replayArgs = {
  story,
  turn: text('turn', 'replay only the turn of this number, label or id', ['line']),
  line: flag('replay only the branch that is being played'),
  json: jsonFlag,
}
const whyArgs = {
  key: argument('names separated by dots, or a JSON Pointer'),
  story,
  session: text('story', 'the name, title or id of a story; defaults to the one played last'),
  json: jsonFlag,
}

export type ListOptions = ArgValues<typeof listArgs>
export type DeleteOptions = ArgValues<typeof deleteArgs>
export type RestoreOptions = ArgValues<typeof restoreArgs>
export type DuplicateOptions = ArgValues<typeof duplicateArgs>
export type TagOptions = ArgValues<typeof tagArgs>
export type SearchOptions = ArgValues<typeof searchArgs>
export type ShowOptions = ArgValues<typeof showArgs>
export type MoveOptions = ArgValues<typeof moveArgs>
export type BranchOptions = ArgValues<typeof branchArgs>
export type EditOptions = ArgValues<typeof editArgs>
export type SwipeOptions = ArgValues<typeof swipeArgs>
export type NotesOptions = ArgValues<typeof notesArgs>
export type RenameOptions = ArgValues<typeof renameArgs>
export type ExportOptions = ArgValues<typeof exportArgs>
export type ImportOptions = ArgValues<typeof importArgs>
export type BackupOptions = ArgValues<typeof backupArgs>
export type ReplayOptions = ArgValues<typeof replayArgs>
export type WhyOptions = ArgValues<typeof whyArgs>

const move = (direction: 'undo' | 'redo', description: string) =>
  defineCommand({
    name: direction,
    description,
    args: moveArgs,
    examples: [`sessions ${direction}`, `sessions ${direction} castle --steps 2`],
    run: async (options, io) => (await import('./navigate.ts')).moveSession(direction, options, io),
  })

export const sessionsCommand = defineCommand({
  name: 'sessions',
  description: 'manage stored stories',
  examples: ['sessions list', 'sessions show castle'],
  commands: [
    defineCommand({
      name: 'list',
      description: 'list all stories, the one played last first',
      args: listArgs,
      examples: ['sessions list', 'sessions list --tag horror', 'sessions list --json'],
      run: async (options, io) => (await import('./read.ts')).listSessions(options, io),
    }),
    defineCommand({
      name: 'show',
      description: 'print a story',
      args: showArgs,
      examples: ['sessions show castle', 'sessions show castle --json'],
      run: async (options, io) => (await import('./read.ts')).showSession(options, io),
    }),
    move('undo', 'undo the last turn'),
    move('redo', 'redo an undone turn'),
    defineCommand({
      name: 'branch',
      description: 'list the branches of a story, or go to a turn to begin a new branch there',
      args: branchArgs,
      examples: ['sessions branch castle', 'sessions branch castle 7 --label "before the gate"'],
      run: async (options, io) => (await import('./navigate.ts')).branchSession(options, io),
    }),
    defineCommand({
      name: 'edit',
      description: 'replace the text of a turn; the text before is kept',
      args: editArgs,
      examples: [
        'sessions edit castle --narrative "The gate is open."',
        'sessions edit castle --turn 7 --prompt "I open the gate"',
      ],
      run: async (options, io) => (await import('./edit.ts')).editTurn(options, io),
    }),
    defineCommand({
      name: 'swipe',
      description: 'show another text of the last turn: one before an edit, or that of a retried turn',
      args: swipeArgs,
      examples: ['sessions swipe castle', 'sessions swipe castle --back'],
      run: async (options, io) => (await import('./edit.ts')).swipeTurn(options, io),
    }),
    defineCommand({
      name: 'notes',
      description: 'show or change the author’s notes for the narrating model',
      args: notesArgs,
      examples: [
        'sessions notes castle',
        'sessions notes castle --persona "Ada, a tired pilot" --pin "The captain is dead."',
        'sessions notes castle --note "Let the fog thicken." --depth 2',
      ],
      run: async (options, io) => (await import('./notes.ts')).storyNotes(options, io),
    }),
    defineCommand({
      name: 'rename',
      description: 'give a story another name',
      args: renameArgs,
      examples: ['sessions rename castle "The Castle by Night"'],
      run: async (options, io) => (await import('./manage.ts')).renameStory(options, io),
    }),
    defineCommand({
      name: 'delete',
      description: 'put a story into the trash, where it stays for 30 days',
      args: deleteArgs,
      examples: ['sessions delete castle'],
      run: async (options, io) => (await import('./trash.ts')).deleteStory(options, io),
    }),
    defineCommand({
      name: 'restore',
      description: 'list the trash, bring a story back, or empty the trash',
      args: restoreArgs,
      examples: ['sessions restore', 'sessions restore castle', 'sessions restore --empty'],
      run: async (options, io) => (await import('./trash.ts')).restoreStory(options, io),
    }),
    defineCommand({
      name: 'duplicate',
      description: 'copy a story with all its branches',
      args: duplicateArgs,
      examples: ['sessions duplicate castle --name "the castle, another way"'],
      run: async (options, io) => (await import('./manage.ts')).duplicateStory(options, io),
    }),
    defineCommand({
      name: 'tag',
      description: 'add tags to a story, or remove them',
      args: tagArgs,
      examples: ['sessions tag castle horror "with Ana"', 'sessions tag castle horror --remove'],
      run: async (options, io) => (await import('./manage.ts')).tagStory(options, io),
    }),
    defineCommand({
      name: 'search',
      description: 'find turns of all stories by their words',
      args: searchArgs,
      examples: ['sessions search brass key', 'sessions search \'"the brass key"\' --story castle'],
      run: async (options, io) => (await import('./search.ts')).searchStories(options, io),
    }),
    defineCommand({
      name: 'export',
      description: 'write a story as text, a web page, a book, a chat of SillyTavern or JSON',
      args: exportArgs,
      examples: [
        'sessions export castle --output castle.html',
        'sessions export castle --output castle.epub',
        'sessions export castle --with-data --output castle.json',
      ],
      run: async (options, io) => (await import('./export.ts')).exportStory(options, io),
    }),
    defineCommand({
      name: 'import',
      description: 'store a story that was exported as JSON',
      args: importArgs,
      examples: ['sessions import castle.json', 'sessions import castle.json --name "the castle again"'],
      run: async (options, io) => (await import('./import.ts')).importStory(options, io),
    }),
    defineCommand({
      name: 'backup',
      description: 'copy all stories and their files, and check the copy',
      args: backupArgs,
      examples: ['sessions backup', 'sessions backup stories-2026.db'],
      run: async (options, io) => (await import('./manage.ts')).backUpStories(options, io),
    }),
    defineCommand({
      name: 'replay',
      description: 'rebuild a story from its record and compare; runs no tool',
      args: replayArgs,
      examples: ['sessions replay castle', 'sessions replay castle --line', 'sessions replay castle --turn 7'],
      run: async (options, io) => (await import('./replay.ts')).replaySession(options, io),
    }),
    defineCommand({
      name: 'why',
      description: 'show which turn, plan and tool wrote a key of the state',
      args: whyArgs,
      examples: ['sessions why inventory.torch', 'sessions why /inventory/torch castle'],
      run: async (options, io) => (await import('./why.ts')).explainKey(options, io),
    }),
  ],
})
