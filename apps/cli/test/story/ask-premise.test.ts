import { expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

const premise = 'The florist Amalia is angry. The dentist Rufus wants to sell the shop.'

async function play(input: string, ...options: string[]) {
  const { code, stdout, stderr } = await narratoria(['play', '--new', '--premise', premise, ...options], {
    home: temporaryFolder(),
    input,
  })
  return { code, stdout: stdout.replaceAll(/\s+/g, ' '), stderr }
}

it('asks who the player is and what they want, and begins with the answers', async () => {
  const { code, stdout, stderr } = await play('1\n1\n2\nlook around\n/quit\n', '--plain')
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(/Who are you\? 1\. Amalia 2\. Rufus 3\. Someone else who is there/)
  expect(stdout).toMatch(/What do you want\? 1\. To help Rufus sell the shop .* To see what happens How much/)
  expect(stdout).toContain('You are Amalia.')
  expect(stdout).toContain('What you want: to help Rufus sell the shop.')
  // What follows the answers is played.
  expect(stdout.match(/Rufus/g)!.length).toBeGreaterThan(3)
})

it('takes the default for an empty answer, and any words', async () => {
  const { stdout } = await play('\nmake peace between them\n\n/quit\n', '--plain')
  expect(stdout).not.toContain('You are Rufus.')
  expect(stdout).not.toContain('You are Amalia.')
  expect(stdout).toContain('What you want: to make peace between them.')
})

it('takes a name that is typed', async () => {
  const { stdout } = await play('amalia\n\nsome\n1\n/quit\n', '--plain')
  expect(stdout).toContain('You are Amalia.')
  expect(stdout).toContain('What you want: to help Rufus sell the shop.')
  expect(stdout).toContain('Choose a number from 1 to 2.')
})

it('adds places and people only if the player wants them', async () => {
  const answers = '3\n\n'
  const stated = await play(`${answers}2\n/quit\n`, '--plain')
  expect(stated.stdout).toContain('How much is added to what your premise says?')
  expect(stated.stdout).not.toMatch(/\bgo (?:north|south|east|west)\b/i)
  const added = await play(`${answers}1\n/quit\n`, '--plain')
  expect(added.stdout).toMatch(/\bgo (?:north|south|east|west)\b/i)
})

it('does not ask what the premise says that the chosen person wants', async () => {
  const { stdout } = await play('2\n2\n/quit\n', '--plain')
  expect(stdout).not.toContain('What do you want?')
  expect(stdout).toContain('You are Rufus.')
  expect(stdout).toContain('to sell the shop')
})

it('refuses a plot that there is not', async () => {
  const { code, stderr } = await play('', '--plot', 'opera')
  expect(code).not.toBe(0)
  expect(stderr).toContain('"opera" is not a plot; choose one of')
})

it('plays nothing if the player leaves', async () => {
  const { code, stdout } = await play('/quit\n', '--plain')
  expect(code).toBe(0)
  expect(stdout).not.toContain('What do you want?')
})

it('asks nothing that --role, --aim and --plot say', async () => {
  const { stdout } = await play('/quit\n', '--plain', '--role', 'Rufus', '--aim', 'sell the shop', '--plot', 'fitting')
  expect(stdout).not.toContain('Who are you?')
  expect(stdout).not.toContain('What do you want?')
  expect(stdout).not.toContain('How much is added')
  expect(stdout).toContain('You are Rufus.')
})

it.each([
  ['with --prompt', ['--prompt', 'look around']],
  ['without a terminal', []],
])('asks nothing %s', async (_, options) => {
  const { code, stdout } = await play('/quit\n', ...options)
  expect(code).toBe(0)
  expect(stdout).not.toContain('Who are you?')
  expect(stdout).toContain('Amalia')
})

it.each(['role', 'aim', 'plot'])('--%s needs --premise', async (name) => {
  const { code, stderr } = await narratoria(['play', '--new', `--${name}`, 'x'], { home: temporaryFolder() })
  expect(code).toBe(2)
  expect(stderr).toContain(`--${name} needs --premise`)
})
