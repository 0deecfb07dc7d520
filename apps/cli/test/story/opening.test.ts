import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { narratoria, startCommand, temporaryFolder, until } from '../command-line.ts'

/** A folder whose campaign "salt" has three openings. */
async function folderWithSalt(): Promise<string> {
  const home = temporaryFolder()
  const about = ['--title', 'Salt', '--place', 'an empty landing', '--goal', 'a brass key']
  expect(await narratoria(['campaign', 'new', './campaigns/salt', ...about], { home })).toMatchObject({ code: 0 })
  const openings = join(home, 'campaigns/salt/plot/openings')
  mkdirSync(openings, { recursive: true })
  writeFileSync(join(openings, '002.md'), 'The ferry leaves without you.\nIt does not come back.\n')
  writeFileSync(join(openings, '003.md'), `${'A'.repeat(300)}\u001B[31m\n`)
  return home
}

const play = ['play', '--campaign', 'salt', '--planner', 'stub', '--plain']

test('a terminal asks which of several openings a story begins with, until the answer is one of them', async () => {
  const home = await folderWithSalt()
  const command = startCommand(play, { home, terminal: true })
  command.stdin.write('4\nferry\n2\n')
  await until(() => command.stdout.includes('It does not come back.'))
  command.stdin.end('/quit\n')
  expect(await command.closed).toBe(0)
  const asked = command.stdout.slice(0, command.stdout.indexOf('It does not come back.'))
  expect(asked).toMatch(/1\. You have come to an empty landing\./)
  expect(asked).toContain('2. The ferry leaves without you.')
  expect(asked.match(/Type a number from 1 to 3\./g)).toHaveLength(2)
  // A long first line is cut, and a control character of the campaign does not reach the terminal.
  expect(asked.match(/A+…/)).toHaveLength(1)
  expect(asked).not.toContain('\u001B[31m')
  const exported = await narratoria(['sessions', 'export', 'Salt', '--format', 'json'], { home })
  expect(exported.stdout).toContain('The ferry leaves without you.')
})

test('an empty answer chooses the usual opening, and a player who leaves has started no story', async () => {
  const home = await folderWithSalt()
  const left = await narratoria(play, { home, input: '/quit\n', terminal: true })
  expect(left).toMatchObject({ code: 0, stdout: expect.stringContaining('Which opening (1)?') })
  expect((await narratoria(['sessions', 'list', '--json'], { home })).stdout).toContain('"sessions":[]')
  const usual = startCommand(play, { home, terminal: true })
  usual.stdin.write('\n')
  await until(() => usual.stdout.split('Which opening')[1]?.includes('Somewhere here is a brass key') === true)
  usual.stdin.end('/quit\n')
  expect(await usual.closed).toBe(0)
})

test('the end of the input at the question for an opening, or before it, leaves', async () => {
  const home = await folderWithSalt()
  expect(await narratoria(play, { home, terminal: true })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Which opening (1)?'),
  })
  const command = startCommand(['play', '--planner', 'stub', '--plain'], { home, terminal: true })
  await until(() => /(\d+)\. Salt/.test(command.stdout))
  command.stdin.end(`${/(\d+)\. Salt/.exec(command.stdout)![1]}\n`)
  expect(await command.closed).toBe(0)
  expect((await narratoria(['sessions', 'list', '--json'], { home })).stdout).toContain('"sessions":[]')
})
