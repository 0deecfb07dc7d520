import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

/** The words with which a shell completes a line. */
type Ask = (script: string, line: string) => string[]

const isThere = (shell: string) => spawnSync(shell, ['--version']).status === 0

function lines(text: string): string[] {
  return text.split(/[\r\n]+/).filter((line) => line !== '')
}

const bash: Ask = (script, line) => {
  const words = line.split(' ').slice(1)
  const ask = `${script}\nCOMP_WORDS=(narratoria "$@"); COMP_CWORD=$#; _narratoria; printf '%s\\n' "\${COMPREPLY[@]}"`
  return lines(spawnSync('bash', ['-c', ask, 'bash', ...words], { encoding: 'utf8' }).stdout)
}

/** fish has a command that prints completions. */
const fish: Ask = (script, line) => {
  const home = temporaryFolder()
  const ask = ['--no-config', '-c', `${script}\ncomplete -C $argv[1]`, line]
  const { stdout } = spawnSync('fish', ask, { encoding: 'utf8', cwd: home, env: { ...process.env, HOME: home } })
  return lines(stdout).map((offer) => offer.split('\t')[0] ?? '')
}

/** zsh completes only on a terminal: `zpty` provides one, and each offered word is written to a file. */
const zsh: Ask = (script, line) => {
  const home = temporaryFolder()
  const offered = join(home, 'offered')
  writeFileSync(join(home, 'script'), script)
  const inside = [
    `source ${join(home, 'script')}`,
    `compadd() {
      if [[ " $* " == *" -O "* || " $* " == *" -A "* || " $* " == *" -D "* ]]; then builtin compadd "$@"; return; fi
      local -a hits; builtin compadd -O hits "$@"; print -rl -- $hits >> ${offered}; builtin compadd "$@" }`,
    'PS1=ready; bindkey "^I" complete-word',
  ].join('\n')
  writeFileSync(join(home, 'inside'), inside)
  const outside = `zmodload zsh/zpty
    zpty shell 'cd ${home}; HOME=${home} TERM=xterm zsh -f -i'
    zpty -w shell 'source ${join(home, 'inside')}; print lo''aded'
    zpty -r shell text '*loaded*'
    zpty -n -w shell "$1"$'\\t'
    repeat 100; do [[ -s ${offered} ]] && break; sleep 0.05; done
    sleep 0.1
    zpty -n -w shell $'\\C-u'
    zpty -w shell 'print do''ne'
    zpty -r shell text '*done*'
    zpty -d shell
    [[ -f ${offered} ]] && cat ${offered}`
  const { stdout } = spawnSync('zsh', ['-f', '-c', outside, 'zsh', line], { encoding: 'utf8', timeout: 60_000 })
  return lines(stdout)
}

/** The commands and options in the help of a command. */
async function offeredBy(...command: string[]): Promise<{ commands: string[]; options: string[] }> {
  const { stdout } = await narratoria([...command, '--help'])
  const part = (title: string) => stdout.split(`${title}:\n`)[1]?.split('\n\n')[0] ?? ''
  const commands = [...part('Commands').matchAll(/^ {2}([a-z]+)/gm)].map((match) => match[1]!)
  const options = [...part('Options').matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map((match) => match[1]!)
  return { commands: commands.filter((name) => name !== 'help'), options }
}

it.each(['bash', 'zsh', 'fish'])('prints a completion script for %s with every command', async (shell) => {
  const { stdout, code } = await narratoria(['completion', shell])
  expect(code).toBe(0)
  for (const word of ['sessions', 'export', 'with-data', 'doctor']) expect(stdout).toContain(word)
})

const shells: [string, Ask][] = [
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
]

for (const [shell, ask] of shells) {
  const reason = isThere(shell) ? '' : `: skipped, there is no ${shell} here`
  it.runIf(isThere(shell))(`${shell} offers what the program offers${reason}`, async () => {
    const script = (await narratoria(['completion', shell])).stdout
    const top = await offeredBy()
    expect(top.commands).toContain('sessions')
    const offers = (line: string) => [...new Set(ask(script, line))].toSorted()
    const begins = (start: string, words: string[]) => words.filter((word) => word.startsWith(start)).toSorted()

    expect(offers('narratoria se')).toEqual(begins('se', top.commands))
    expect(offers('narratoria sessions ex')).toEqual(['export'])
    const sessions = await offeredBy('sessions')
    expect(offers('narratoria sessions ').filter((word) => !word.startsWith('-'))).toEqual(sessions.commands.toSorted())
    expect(offers('narratoria play --')).toEqual((await offeredBy('play')).options.toSorted())
    const exported = await offeredBy('sessions', 'export')
    expect(offers('narratoria sessions export --')).toEqual(exported.options.toSorted())
    expect(offers('narratoria sessions export castle --wi')).toEqual(['--with-data'])
    // The value of an option may equal the name of a command.
    expect(offers('narratoria play --session plan --prem')).toEqual(['--premise'])
    expect(offers('narratoria sessions show --')).toEqual((await offeredBy('sessions', 'show')).options.toSorted())
  })
}
