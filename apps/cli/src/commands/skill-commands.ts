import type { Command } from 'commander'
import { noShippedOption, skillsOption } from './shared-options.ts'
import { examples } from '../help-output.ts'

/** Declares `skills …`. */
export function addSkillsCommands(program: Command): void {
  const skills = program
    .command('skills')
    .description('the skills that a story can use, and their settings')
    .addHelpText('after', examples('skills list', 'skills config storyteller'))
  const command = (usage: string, description: string) =>
    skills.command(usage).description(description).addOption(skillsOption()).addOption(noShippedOption())
  const load = () => import('./skills.ts')
  const loadConfig = () => import('./skills-config.ts')

  command('list', 'list every skill that was found')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('skills list', 'skills list --skills ./skills --json'))
    .action(async (options) => (await load()).listSkills(options))
  command('show <name>', 'show everything about one skill')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('skills show storyteller'))
    .action(async (name, options) => (await load()).showSkill(name, options))
  command('check <folders...>', 'check skill folders strictly and tell everything that is wrong')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('skills check ./skills/lantern'))
    .action(async (folders, options) => (await load()).checkSkills(folders, options))
  for (const verb of ['enable', 'disable'] as const)
    command(`${verb} <names...>`, `${verb} skills; kept until you change it`)
      .addHelpText('after', examples(`skills ${verb} storyteller`))
      .action(async (names, options) => (await load()).switchSkills(names, verb === 'enable', options))
  command('config <name> [action] [key] [value]', "ask for a skill's settings, or get, set or unset one")
    .option('--json', 'with get: print JSON')
    .addHelpText(
      'after',
      examples(
        'skills config storyteller',
        'skills config storyteller get style',
        'skills config storyteller set style terse',
        'skills config storyteller set apiKey    (asks, and shows nothing)',
        'skills config storyteller unset style',
      ),
    )
    .action(async (name, action, key, value, options) =>
      (await loadConfig()).runConfig(name, { action, key, value }, options),
    )
}
