import type { Command } from 'commander'

/** `narratoria completion`: a script for a shell, made from the commands themselves. */
export function completion(shell: 'bash' | 'zsh' | 'fish', program: Command): void {
  const words = wordsOf(program)
  process.stdout.write(shell === 'fish' ? fish(words) : shell === 'zsh' ? zsh(words) : bash(words))
}

/** What may follow each command: its own commands and options. */
function wordsOf(program: Command): [path: string, words: string[]][] {
  const walk = (command: Command, path: string[]): [string, string[]][] => [
    [path.join(' '), [...command.commands.map((child) => child.name()), ...optionsOf(command)]],
    ...command.commands.flatMap((child) => walk(child, [...path, child.name()])),
  ]
  return walk(program, [])
}

function optionsOf(command: Command): string[] {
  return [...command.options.flatMap(({ long }) => long ?? []), '--help']
}

function bash(words: [string, string[]][]): string {
  const known = words.flatMap(([path]) => (path === '' ? [] : [`"${path}"`]))
  const cases = words.map(([path, next]) => `    "${path}") next="${next.join(' ')}" ;;`)
  return `# narratoria completion for bash
_narratoria() {
  local word path="" next=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${known.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); fi
}
complete -F _narratoria narratoria
`
}

function zsh(words: [string, string[]][]): string {
  return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(words)}`
}

function fish(words: [string, string[]][]): string {
  const lines = words.flatMap(([path, next]) => {
    const names = path.split(' ').filter((name) => name !== '')
    const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`)
    const commands = next.filter((word) => !word.startsWith('--'))
    const notYet = commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.join(' ')}`] : []
    const when = [...seen, ...notYet].join('; and ')
    return next.map((word) =>
      word.startsWith('--')
        ? `complete -c narratoria${seen.length > 0 ? ` -n '${seen.join('; and ')}'` : ''} -l ${word.slice(2)}`
        : `complete -c narratoria -n '${when}' -a ${word}`,
    )
  })
  return `# narratoria completion for fish\n${lines.join('\n')}\n`
}
