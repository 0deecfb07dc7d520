import { expect, it } from 'vitest'
import { narratoria } from '../command-line.ts'

/** The commands that a help text lists. */
function commandsIn(help: string): string[] {
  const [, listed = ''] = /\nCommands:\n([\s\S]*?)\n\n/.exec(help) ?? []
  return [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help')
}

it('§10: the help of every command has examples of that command', { timeout: 240_000 }, async () => {
  const walked: string[] = []
  const walk = async (path: string[]): Promise<void> => {
    const { stdout, code } = await narratoria([...path, '--help'])
    expect(code).toBe(0)
    const [, examples = ''] = /^Examples:\n([\s\S]*)$/m.exec(stdout) ?? []
    expect(examples, path.join(' ')).toContain(['narratoria', ...path].join(' '))
    walked.push(path.join(' '))
    for (const name of commandsIn(stdout)) await walk([...path, name])
  }
  await walk([])
  for (const command of [
    'plan',
    'run',
    'doctor',
    'models pull',
    'skills list',
    'tool check',
    'story tick',
    'sessions why',
  ])
    expect(walked).toContain(command)
})
