import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { narratoria, temporaryFolder } from './command-line.ts'

const program = fileURLToPath(new URL('../bin/narratoria.js', import.meta.url))

/** Starts `narratoria serve` and answers with the address that it prints. */
async function serve(args: string[]): Promise<{ child: ChildProcess; url: URL }> {
  const folder = temporaryFolder()
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', ...args], {
    cwd: folder,
    env: { ...process.env, NARRATORIA_HOME: join(folder, 'home') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, url: new URL(/http:\S+/.exec(line.toString())![0]) }
}

test('serve plays on this machine until it is interrupted, and keeps the stories', async () => {
  const { child, url } = await serve([])
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
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('serve for other hosts makes a token of its own and answers nothing without it', async () => {
  const { url } = await serve(['--host', '0.0.0.0'])
  const here = `http://127.0.0.1:${url.port}`
  expect((await fetch(`${here}/api/info`)).status).toBe(401)
  const headers = { Authorization: `Bearer ${url.searchParams.get('token')}` }
  expect((await fetch(`${here}/api/info`, { headers })).status).toBe(200)
})

test.each([
  [['--port', '70000'], /0 to 65535/],
  [['--port', 'x'], /whole number/],
  [['--host', '0.0.0.0', '--token', 'short'], /at least 16 characters/],
])('serve %j is refused before anything runs', async (args, message) => {
  const { code, stderr } = await narratoria(['serve', ...args])
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})
