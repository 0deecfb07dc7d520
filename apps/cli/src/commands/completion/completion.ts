import type { Command } from 'commander'

/** `narratoria completion`: a script that completes the commands and options of `program`. */
export function completionScript(shell: 'bash' | 'zsh' | 'fish', program: Command): string {
  const words = wordsOf(program)
  return shell === 'fish' ? fish(words) : shell === 'zsh' ? zsh(words) : bash(words)
}

/** The subcommands and options of each command. */
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
  const known = words.flatMap(([path]) => (path === '' ? [] : [`"${path}"`]))
  const cases = words.map(([path, next]) => `    "${path}") next=(${next.join(' ')}) ;;`)
  return `# narratoria completion for zsh
(( $+functions[compdef] )) || { autoload -U +X compinit && compinit }
_narratoria() {
  local word at=""
  local -a next
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${known.join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  compadd -a next || _files
}
compdef _narratoria narratoria
`
}

function fish(words: [string, string[]][]): string {
  const known = words.flatMap(([path]) => (path === '' ? [] : [`'${path}'`]))
  const lines = words.flatMap(([path, next]) =>
    next.map((word) => {
      const offer = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
      return `complete -c narratoria -n "__narratoria_at '${path}'" ${offer}`
    }),
  )
  return `# narratoria completion for fish
function __narratoria_at
  set -l path
  for word in (commandline -opc)[2..-1]
    contains -- (string join ' ' -- $path $word) ${known.join(' ')}; and set -a path $word
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`
}
