import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { narratoria, startCommand, temporaryFolder, until, writeSkill } from '../command-line.ts'

/** Starts `narratoria serve`, and returns the address that it prints. */
async function serve(args: string[], options: Parameters<typeof startCommand>[1] = {}) {
  const command = startCommand(['serve', '--port', '0', ...args], options)
  return { command, url: await urlOf(command) }
}

async function urlOf(command: { stdout: string }): Promise<URL> {
  await until(() => /http:\S+\n/.test(command.stdout))
  return new URL(/http:\S+/.exec(command.stdout)![0])
}

test('serve plays on this machine until it is interrupted, and stores the stories', async () => {
  const { command, url } = await serve([])
  expect(url.hostname).toBe('127.0.0.1')
  expect(await (await fetch(url)).text()).toContain('<title>Narratoria</title>')
  const info = (await (await fetch(new URL('/api/info', url))).json()) as { opening: { choices: unknown[] } }
  expect(info.opening.choices.length).toBeGreaterThan(0)
  const json = { 'Content-Type': 'application/json' }
  await fetch(new URL('/api/sessions', url), { method: 'POST', headers: json, body: '{"name":"kept"}' })
  const changed = await fetch(new URL('/api/settings', url), {
    method: 'PATCH',
    headers: json,
    body: '{"planner":"stub"}',
  })
  expect(await changed.json()).toMatchObject({ settings: { planner: 'stub', model: null } })
  const { sessions } = (await (await fetch(new URL('/api/sessions', url))).json()) as { sessions: { name: string }[] }
  expect(sessions).toMatchObject([{ name: 'kept' }])
  command.signal('SIGINT')
  expect(await command.closed).toBe(0)
})

test('serve for other hosts creates a token and requires it', async () => {
  const { url } = await serve(['--host', '0.0.0.0'])
  const here = `http://127.0.0.1:${url.port}`
  expect((await fetch(`${here}/api/info`)).status).toBe(401)
  const headers = { Authorization: `Bearer ${url.searchParams.get('token')}` }
  expect((await fetch(`${here}/api/info`, { headers })).status).toBe(200)
})

test('serve for other hosts keeps its token, which only the user can read, and prints addresses that work', async () => {
  const home = temporaryFolder()
  const first = await serve(['--host', '0.0.0.0'], { home })
  expect(first.url.hostname).toBe('127.0.0.1')
  const statusOf = async (url: URL | string) => (await fetch(url, { redirect: 'manual' })).status
  expect(await statusOf(first.url)).toBe(303)
  for (const [, other] of first.command.stdout.matchAll(/^On other devices: (\S+)$/gm))
    expect(await statusOf(other!)).toBe(303)
  first.command.signal('SIGINT')
  await first.command.closed
  const second = await serve(['--host', '0.0.0.0'], { home })
  expect(second.url.searchParams.get('token')).toBe(first.url.searchParams.get('token'))
  const [file] = globSync('**/web-token', { cwd: home })
  expect(statSync(join(home, file!)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
})

test('serve for other hosts shows a QR code on a terminal', async () => {
  const command = startCommand(['serve', '--port', '0', '--host', '0.0.0.0'], { terminal: true })
  await until(() => command.stdout.includes('Ctrl-C'))
  if (command.stdout.includes('On other devices')) expect(command.stdout).toMatch(/[█▀▄]{10}/)
})

test.each([
  [['--port', '70000'], /0 to 65535/],
  [['--port', 'x'], /integer/],
  [['--host', '0.0.0.0', '--token', 'short'], /at least 16 characters/],
])('serve %j is refused before anything runs', async (args, message) => {
  const { code, stderr } = await narratoria(['serve', ...args])
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})

/** A folder with a skill in its `./skills`. */
function localFolder(): string {
  const folder = temporaryFolder()
  writeSkill(join(folder, 'skills'), { name: 'local', script: '', trigger: 'xyzzy' })
  return folder
}

async function skillNames(url: URL): Promise<string[]> {
  const answer = await fetch(new URL('/api/skills', url))
  return ((await answer.json()) as { skills: { name: string }[] }).skills.map(({ name }) => name)
}

test('serve uses local skills without a terminal only if they are named', async () => {
  const home = localFolder()
  expect(await skillNames((await serve([], { home })).url)).not.toContain('local')
  expect(await skillNames((await serve(['--skills', 'skills'], { home })).url)).toContain('local')
})

test('serve asks once on a terminal before local skills are used', async () => {
  const home = localFolder()
  const command = startCommand(['serve', '--port', '0'], { home, terminal: true })
  await until(() => command.stdout.includes('Use them? [y/N]'))
  command.stdin.write('y\n')
  expect(await skillNames(await urlOf(command))).toContain('local')
  command.signal('SIGINT')
  expect(await command.closed).toBe(0)
  const again = startCommand(['serve', '--port', '0'], { home, terminal: true })
  expect(await skillNames(await urlOf(again))).toContain('local')
  expect(again.stdout).not.toContain('Use them?')
})
