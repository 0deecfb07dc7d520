import { choiceArgument, defineCommand } from '../../define-command.ts'
import { printText } from '../../terminal/print.ts'

export const completionCommand = defineCommand({
  name: 'completion',
  description: 'print a completion script for a shell',
  args: { shell: choiceArgument(['bash', 'zsh', 'fish'], 'the shell') },
  examples: ['completion bash >> ~/.bashrc', 'completion fish > ~/.config/fish/completions/narratoria.fish'],
  run: async ({ shell }, io, program) =>
    printText(io, (await import('./completion.ts')).completionScript(shell, program)),
})
