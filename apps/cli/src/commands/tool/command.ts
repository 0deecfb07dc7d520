import {
  argument,
  type ArgValues,
  choice,
  defineCommand,
  flag,
  number,
  optionalArgument,
  text,
} from '../../define-command.ts'

const languages = ['ts', 'js', 'python', 'sh'] as const

const checkArgs = {
  executable: argument('the tool, or the folder of a skill'),
  input: text('json', 'the input of the request (default: {})'),
  json: flag('print {ok, problems, warnings} as one JSON document'),
  record: text('file', 'write the transcript of the run, in the format of the conformance kit'),
  once: flag('run it once, without the runs with invalid requests'),
  timeout: number('ms', 'time limit of one run'),
  watch: flag('check again whenever the tool changes'),
}
const newArgs = (defaultLanguage: (typeof languages)[number], dir: string) => ({
  name: argument('the name'),
  lang: choice('language', languages, 'the language of the tool', defaultLanguage),
  dir: text('folder', dir),
})

const packArgs = {
  folder: optionalArgument('the folder of the skill; defaults to the current one'),
  out: text('file', 'the archive; defaults to NAME-VERSION.tgz in the current folder'),
}

export type PackOptions = ArgValues<typeof packArgs>
export type CheckOptions = ArgValues<typeof checkArgs>
export type NewOptions = ArgValues<ReturnType<typeof newArgs>>

export const toolCommand = defineCommand({
  name: 'tool',
  description: 'check and write tools',
  examples: ['tool check ./my-tool.mjs', 'tool new lantern'],
  commands: [
    defineCommand({
      name: 'check',
      description: 'run a tool as a host does, and report every violation of the protocol',
      args: checkArgs,
      examples: ['tool check ./my-tool.mjs --input \'{"sides":6}\'', 'tool check ./skills/lantern --watch'],
      run: async (options, io) => (await import('./check.ts')).checkTools(options, io),
    }),
    defineCommand({
      name: 'new',
      description: 'create a working tool, in the skill of the current folder or in a new skill',
      args: newArgs('ts', 'the folder of the skill; defaults to ./skills for a new one'),
      examples: ['tool new lantern', 'tool new lantern --lang python'],
      run: async (options, io) => (await import('./new.ts')).newTool(options, io),
    }),
  ],
})

export const skillCommand = defineCommand({
  name: 'skill',
  description: 'write skills; `skills` manages existing ones',
  examples: ['skill new lantern'],
  commands: [
    defineCommand({
      name: 'new',
      description: 'create a working skill',
      args: newArgs('ts', 'the folder to create it in; defaults to ./skills'),
      examples: ['skill new lantern', 'skill new lantern --lang sh --dir ./my-skills'],
      run: async (options, io) => (await import('./new.ts')).newSkill(options, io),
    }),
    defineCommand({
      name: 'pack',
      description: 'check a skill, and pack it for npm and for `skills add`',
      args: packArgs,
      examples: ['skill pack ./skills/lantern', 'skill pack --out lantern.tgz'],
      run: async (options, io) => (await import('./pack.ts')).packSkill(options, io),
    }),
  ],
})
