import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeRandomModel } from '@narratoria/planner/testing'
import { expect, onTestFinished, test } from 'vitest'
import { narratoria, temporaryFolder, writeSkill } from '../command-line.ts'

const program = fileURLToPath(new URL('../../bin/narratoria.js', import.meta.url))

/** Starts `narratoria serve` and answers with the address that it prints. */
async function serve(args: string[], folder = temporaryFolder()): Promise<{ child: ChildProcess; url: URL }> {
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
  [['--port', 'x'], /integer/],
  [['--host', '0.0.0.0', '--token', 'short'], /at least 16 characters/],
])('serve %j is refused before anything runs', async (args, message) => {
  const { code, stderr } = await narratoria(['serve', ...args])
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})

/** A folder with a skill of somebody else's in its `./skills`. */
function foreignFolder(): string {
  const folder = temporaryFolder()
  writeSkill(join(folder, 'skills'), { name: 'foreign', script: '', trigger: 'xyzzy' })
  return folder
}

async function skillNames(url: URL): Promise<string[]> {
  const answer = await fetch(new URL('/api/skills', url))
  return ((await answer.json()) as { skills: { name: string }[] }).skills.map(({ name }) => name)
}

test('serve leaves foreign skills out where nobody can be asked, and takes them where they are named', async () => {
  const folder = foreignFolder()
  expect(await skillNames((await serve([], folder)).url)).not.toContain('foreign')
  expect(await skillNames((await serve(['--skills', 'skills'], folder)).url)).toContain('foreign')
})

test.skipIf(!existsSync('/usr/bin/script'))(
  'serve asks once on a terminal before foreign skills are used',
  async () => {
    const folder = foreignFolder()
    const start = async (answer: string | undefined) => {
      // The program `script` lends a terminal.
      const command = `'${process.execPath}' '${program}' serve --port 0`
      const child = spawn('script', ['-qefc', command, '/dev/null'], {
        cwd: folder,
        env: { ...process.env, NARRATORIA_HOME: join(folder, 'home'), NO_COLOR: '1' },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      let output = ''
      const said = (text: RegExp) =>
        new Promise<RegExpExecArray>((resolve) => {
          const look = () => text.exec(output) && resolve(text.exec(output)!)
          child.stdout.on('data', look)
          look()
        })
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      if (answer !== undefined) {
        await said(/Use them\? \[y\/N\]/)
        child.stdin.write(`${answer}\r`)
      }
      const names = await skillNames(new URL((await said(/http:\S+/))[0]))
      child.stdin.write('\u0003')
      await once(child, 'exit')
      return { names, output }
    }
    expect((await start('y')).names).toContain('foreign')
    const again = await start(undefined)
    expect(again.names).toContain('foreign')
    expect(again.output).not.toContain('Use them?')
  },
)

test('serve switches to a model that works, and tells of one that does not while what was in use goes on', async () => {
  const folder = temporaryFolder()
  const models = join(folder, 'home', 'models')
  mkdirSync(models, { recursive: true })
  writeFileSync(join(models, 'broken.gguf'), 'no model at all')
  writeRandomModel(join(models, 'tiny.gguf'))
  const { url } = await serve(['--planner', 'stub'], folder)
  const change = async (body: object) => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(new URL('/api/settings', url), { method: 'PATCH', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as object }
  }
  const info = async () => (await (await fetch(new URL('/api/info', url))).json()) as { settings: object }
  const names = (await info()).settings as { models: { id: string }[] }
  const [broken, tiny] = ['broken', 'tiny'].map((name) => names.models.find(({ id }) => id.includes(name))!.id)

  expect(await change({ model: broken })).toMatchObject({
    status: 422,
    body: { error: { issues: [{ field: 'model' }] } },
  })
  expect(await info()).toMatchObject({ settings: { planner: 'stub', model: null } })
  expect(await change({ model: tiny })).toMatchObject({
    status: 200,
    body: { settings: { planner: 'auto', model: tiny } },
  })
  expect(await change({ planner: 'stub' })).toMatchObject({
    status: 200,
    body: { settings: { planner: 'stub', model: null } },
  })
  expect(await change({ planner: 'nobody' })).toMatchObject({ status: 422 })
})
