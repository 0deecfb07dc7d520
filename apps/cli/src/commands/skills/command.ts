import {
  type ArgValues,
  argument,
  argumentList,
  defineCommand,
  flag,
  optionalArgument,
  optionalArgumentList,
} from '../../define-command.ts'
import { jsonFlag, skillArgs } from '../common-args.ts'

const listArgs = { ...skillArgs, json: jsonFlag }
const showArgs = { name: argument('the name of the skill'), ...listArgs }
const checkArgs = { folders: argumentList('folders of skills, or names of skills'), ...listArgs }
const toggleArgs = { names: argumentList('names of skills'), ...skillArgs }
const configArgs = {
  name: argument('the name of the skill'),
  action: optionalArgument('get, set or unset; without it, asks for every setting'),
  key: optionalArgument('the name of the setting'),
  value: optionalArgument('the new value; without it, asks for it'),
  ...skillArgs,
  json: flag('with get: print JSON'),
}

const yes = flag('agree without a question')
const addArgs = {
  source: argument('a package of npm, a folder, or an archive (.tgz)'),
  trust: flag('run its scripts with your rights instead of in a sandbox'),
  yes,
}
const updateArgs = { names: optionalArgumentList('names of added skills; defaults to all'), yes }
const removeArgs = { names: argumentList('names of added skills'), data: flag('remove their settings and data too') }
const trustArgs = {
  name: argument('the name of an added skill'),
  sandbox: flag('agree to its present content, but run its scripts only in a sandbox'),
  yes,
}

export type AddOptions = ArgValues<typeof addArgs>
export type UpdateOptions = ArgValues<typeof updateArgs>
export type RemoveOptions = ArgValues<typeof removeArgs>
export type TrustOptions = ArgValues<typeof trustArgs>
export type ListOptions = ArgValues<typeof listArgs>
export type ShowOptions = ArgValues<typeof showArgs>
export type CheckOptions = ArgValues<typeof checkArgs>
export type ToggleOptions = ArgValues<typeof toggleArgs>
export type ConfigOptions = ArgValues<typeof configArgs>

const toggle = (verb: 'enable' | 'disable') =>
  defineCommand({
    name: verb,
    description: `${verb} skills permanently`,
    args: toggleArgs,
    examples: [`skills ${verb} storyteller`],
    run: async (options, io) => (await import('./toggle.ts')).toggleSkills(options, verb === 'enable', io),
  })

export const skillsCommand = defineCommand({
  name: 'skills',
  description: 'manage skills and their settings',
  examples: ['skills list', 'skills config storyteller'],
  commands: [
    defineCommand({
      name: 'list',
      description: 'list all skills',
      args: listArgs,
      examples: ['skills list', 'skills list --skills ./skills --json'],
      run: async (options, io) => (await import('./inspect.ts')).listSkills(options, io),
    }),
    defineCommand({
      name: 'show',
      description: 'show the details of a skill',
      args: showArgs,
      examples: ['skills show storyteller'],
      run: async (options, io) => (await import('./inspect.ts')).showSkill(options, io),
    }),
    defineCommand({
      name: 'check',
      description: 'check skills strictly and report every problem',
      args: checkArgs,
      examples: ['skills check ./skills/lantern'],
      run: async (options, io) => (await import('./inspect.ts')).checkSkills(options, io),
    }),
    defineCommand({
      name: 'add',
      description: 'add skills from npm, a folder or an archive, after showing what they ask for',
      args: addArgs,
      examples: [
        'skills add narratoria-skill-weather',
        'skills add ./weather-1.0.0.tgz',
        'skills add ./weather --trust',
      ],
      run: async (options, io) => (await import('./add.ts')).addSkills(options, io),
    }),
    defineCommand({
      name: 'update',
      description: 'fetch added skills again, and ask about what changed',
      args: updateArgs,
      examples: ['skills update', 'skills update weather --yes'],
      run: async (options, io) => (await import('./add.ts')).updateSkills(options, io),
    }),
    defineCommand({
      name: 'remove',
      description: 'remove added skills; their settings and data are kept',
      args: removeArgs,
      examples: ['skills remove weather', 'skills remove weather --data'],
      run: async (options, io) => (await import('./add.ts')).removeSkills(options, io),
    }),
    defineCommand({
      name: 'trust',
      description: 'agree to the present content of an added skill, and run it outside the sandbox',
      args: trustArgs,
      examples: ['skills trust weather', 'skills trust weather --sandbox'],
      run: async (options, io) => (await import('./add.ts')).trustSkill(options, io),
    }),
    toggle('enable'),
    toggle('disable'),
    defineCommand({
      name: 'config',
      description: 'show or change the settings of a skill',
      args: configArgs,
      examples: [
        'skills config storyteller',
        'skills config storyteller get style',
        'skills config storyteller set style terse',
        'skills config storyteller set apiKey    (asks for the value without showing it)',
        'skills config storyteller unset style',
      ],
      run: async (options, io) => (await import('./config.ts')).configureSkill(options, io),
    }),
  ],
})
