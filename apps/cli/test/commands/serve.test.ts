import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeServer } from '@narratoria/models/testing'
import { expect, onTestFinished, test } from 'vitest'
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

test('serve connects a model from the page, with a key that only its owner can read and that is never shown', async () => {
  const server = await startFakeServer({ family: 'openai' })
  onTestFinished(() => server.close())
  const home = temporaryFolder()
  const { command, url } = await serve([], { home })
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { 'Content-Type': 'application/json' }
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) }
    const response = await fetch(new URL(`/api${path}`, url), { method, ...sent })
    return { status: response.status, text: await response.text() }
  }
  const wanted = { service: 'custom', address: server.baseUrl, roles: ['narrator', 'planner'] }
  const key = 'sk-the-key-of-the-player'
  const refused = await call('POST', '/models', { ...wanted, model: 'no-such-model', key })
  expect(refused.status).toBe(422)
  expect(globSync('**/model*.json', { cwd: home })).toEqual([])
  const connected = await call('POST', '/models', { ...wanted, key })
  expect(connected).toMatchObject({ status: 200 })
  expect(JSON.parse(connected.text)).toMatchObject({
    connections: [{ name: 'custom', hasKey: true }],
    roles: { narrator: 'custom', planner: 'custom' },
  })
  const info = await call('GET', '/info')
  expect(JSON.parse(info.text)).toMatchObject({
    settings: { playing: expect.stringContaining('planned and narrated by') },
  })
  expect(refused.text + connected.text + info.text + command.stdout + command.stderr).not.toContain(key)
  const [file] = globSync('**/model-keys.json', { cwd: home })
  expect(readFileSync(join(home, file!), 'utf8')).toContain(key)
  if (process.platform !== 'win32') expect(statSync(join(home, file!)).mode & 0o777).toBe(0o600)
  // The terminal uses the same connection and key.
  expect(await narratoria(['models', 'test', 'custom', '--json'], { home })).toMatchObject({ code: 0 })
  expect(JSON.parse((await call('DELETE', '/models/custom')).text)).toMatchObject({ connections: [], roles: {} })
  expect(readFileSync(join(home, file!), 'utf8')).not.toContain(key)
})

test('serve --share needs its token also on this machine, and prints it', async () => {
  const { url } = await serve(['--share'])
  expect((await fetch(new URL('/api/info', url.origin))).status).toBe(401)
  const headers = { Authorization: `Bearer ${url.searchParams.get('token')}` }
  const info = (await (await fetch(new URL('/api/info', url.origin), { headers })).json()) as {
    share: { isOn: boolean }
  }
  expect(info.share.isOn).toBe(true)
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
