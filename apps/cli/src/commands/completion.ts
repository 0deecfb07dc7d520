import { choiceArgument, defineCommand } from '../define-command.ts'

export const completionCommand = defineCommand({
  name: 'completion',
  description: 'print a completion script for a shell',
  args: { shell: choiceArgument(['bash', 'zsh', 'fish'], 'the shell') },
  examples: ['completion bash >> ~/.bashrc', 'completion fish > ~/.config/fish/completions/narratoria.fish'],
  run: async ({ shell }, io, program) =>
    void io.stdout.write((await import('./completion/completion.ts')).completionScript(shell, program)),
})
