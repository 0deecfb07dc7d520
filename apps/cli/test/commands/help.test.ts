import { join } from 'node:path'
import { expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

/** The commands that a help text lists. */
function commandsIn(help: string): string[] {
  const [, listed = ''] = /\nCommands:\n([\s\S]*?)\n\n/.exec(help) ?? []
  return [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help')
}

it('§10: the help of every command has examples of that command', { timeout: 900_000 }, async () => {
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

it('§10: an unknown command is named; for a whole sentence, the message suggests how to play it', async () => {
  const unknown = await narratoria(['bogus'])
  expect(unknown).toMatchObject({ code: 2, stdout: '' })
  expect(unknown.stderr).toContain("unknown command 'bogus'")
  expect((await narratoria(['light the torch'])).stderr).toContain('narratoria play --prompt')
})

it.each([
  [['play', '--session', ' ', '--prompt', 'hi'], /--session needs a name/],
  [['sessions', 'import', '/'], /\/ is a folder; name the \.json file/],
  [['models', 'pull', 'no-such-model'], /"no-such-model" is not a model source.*one of qwen/],
])('§10: %j is refused with a message that says what to do', async (args, words) => {
  const { code, stderr } = await narratoria(args)
  expect(code).not.toBe(0)
  expect(stderr).toMatch(words)
})

it('§10: an export that cannot be written names the file and the reason', async () => {
  const home = temporaryFolder()
  await narratoria(['play', '--session', 'castle', '--prompt', 'I wait'], { home })
  const exportTo = async (output: string) =>
    (await narratoria(['sessions', 'export', 'castle', '--output', output], { home })).stderr
  const nowhere = join(home, 'nowhere', 'castle.md')
  expect(await exportTo(nowhere)).toContain(
    `${nowhere} could not be written: there is no folder ${join(home, 'nowhere')}`,
  )
  expect(await exportTo(join(home, 'castle.pdf'))).toMatch(
    /has an unknown ending; use \.md, \.html, \.epub, \.jsonl or \.json/,
  )
})
