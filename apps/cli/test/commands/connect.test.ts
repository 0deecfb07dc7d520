import { type FakeBehaviour, type FakeServerOptions, startFakeServer } from '@narratoria/models/testing'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { narratoria, startCommand, temporaryFolder, until } from '../command-line.ts'

async function fake(options: Partial<FakeServerOptions> = {}) {
  const server = await startFakeServer({ family: 'openai', ...options })
  onTestFinished(() => server.close())
  return server
}

const plan = JSON.stringify({ steps: [{ do: 'torch-lighter', with: {}, after: [] }], say: 'You raise the torch.' })
const isPlan = (body: object) => JSON.stringify(body).includes('"steps"')

it('a turn is planned by a model of a server after two commands', async () => {
  const home = temporaryFolder()
  const server = await fake({ answer: (body) => (isPlan(body) ? plan : '{"act":{"kind":"open","wide":true}}') })
  const connected = await narratoria(['models', 'connect', server.baseUrl, '--name', 'home', '--json'], { home })
  expect(connected.stderr).toBe('')
  expect(JSON.parse(connected.stdout)).toEqual({
    name: 'home',
    provider: 'custom',
    baseUrl: server.baseUrl,
    model: 'fake-model',
    structured: 'schema',
    firstTokenMs: expect.any(Number),
    tokensPerSecond: expect.any(Number),
    contextTokens: 8192,
    roles: ['planner', 'narrator', 'writer'],
  })
  const played = await narratoria(['play', '--prompt', 'I light the torch', '--json'], { home })
  const { attempts, state } = JSON.parse(played.stdout) as { attempts: { planner: string }[]; state: object }
  expect(attempts.map(({ planner }) => planner)).toEqual(['model'])
  expect(JSON.stringify(state)).toContain('torch')
})

it('connections are listed, tested, used and forgotten', async () => {
  const home = temporaryFolder()
  const server = await fake()
  const run = (...args: string[]) => narratoria(['models', ...args], { home })
  const list = async () => JSON.parse((await run('list', '--json')).stdout) as Record<string, unknown>
  await run('connect', server.baseUrl, '--name', 'one')
  await run('connect', server.baseUrl, '--name', 'two', '--for', 'planner')
  expect(await list()).toMatchObject({
    connections: [{ name: 'one' }, { name: 'two' }],
    local: [],
    roles: { planner: 'two', narrator: 'one', writer: 'one' },
  })
  expect((await run('use', 'two', '--for', 'narrator')).code).toBe(0)
  expect((await list()).roles).toEqual({ planner: 'two', narrator: 'two', writer: 'one' })
  server.use('ignore_schema')
  expect((await run('test', 'two')).stdout).toMatch(/enforces no schema.*used as planner, narrator/s)
  expect((await run('disconnect', 'two')).code).toBe(0)
  expect((await list()).roles).toEqual({ planner: null, narrator: null, writer: 'one' })
  expect(await run('disconnect', 'two')).toMatchObject({ code: 2, stderr: expect.stringContaining('"two"') })
})

it.each([
  ['all roles', [], (label: string) => `planned and narrated by ${label}`],
  ['the planner', ['--for', 'planner'], (label: string) => `planned by ${label}, narrated without a model`],
  ['the narrator', ['--for', 'narrator'], (label: string) => `planned without a model, narrated by ${label}`],
])('the banner, /model, doctor and the page say the same of a model for %s', async (_, roles, words) => {
  const home = temporaryFolder()
  const server = await fake()
  await narratoria(['models', 'connect', server.baseUrl, '--name', 'home', ...roles], { home })
  const said = words(`fake-model (home, ${new URL(server.baseUrl).host})`)
  const played = (await narratoria(['play'], { home, input: '/model\n/quit\n' })).stderr.replaceAll(/\s+/g, ' ')
  expect(played).toContain(`skills, ${said}. /help helps.`)
  expect(played).toContain(`${said.charAt(0).toUpperCase()}${said.slice(1)}.`)
  const doctor = JSON.parse((await narratoria(['doctor', '--json'], { home })).stdout) as { checks: object[] }
  expect(doctor.checks).toContainEqual({ name: 'Models', status: 'ok', message: said })
  const serving = startCommand(['serve', '--port', '0'], { home })
  await until(() => /http:\S+\n/.test(serving.stdout))
  const info = await fetch(new URL('/api/info', /http:\S+/.exec(serving.stdout)![0]))
  expect(await info.json()).toMatchObject({ settings: { playing: said, model: null } })
  serving.signal('SIGINT')
  expect(await serving.closed).toBe(0)
})

it('doctor says what to do about a connected server that is gone', async () => {
  const home = temporaryFolder()
  const server = await fake()
  await narratoria(['models', 'connect', server.baseUrl, '--name', 'home'], { home })
  await server.close()
  const { code, stdout } = await narratoria(['doctor'], { home })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^broken +Model: fake-model \(home, .*cannot be reached.*\n +"narratoria models test home"/m)
})

it.each<[FakeBehaviour, RegExp]>([
  ['unauthorized', /--api-key-env/],
  ['server_error', /its own log/],
  ['reset', /cannot be reached/],
])('connecting to a server with behaviour %s changes nothing and says what to do', async (behaviour, words) => {
  const home = temporaryFolder()
  const server = await fake({ behaviour })
  const { code, stderr } = await narratoria(['models', 'connect', server.baseUrl], { home })
  expect(code).toBe(1)
  expect(stderr).toMatch(words)
  expect(existsSync(join(home, 'home', 'models.json'))).toBe(false)
})

it('a key is read from its variable and stored nowhere', async () => {
  const home = temporaryFolder()
  const key = 'sk-very-secret'
  const server = await fake({ key })
  const args = ['models', 'connect', server.baseUrl, '--api-key-env', 'SOME_KEY']
  expect(await narratoria(args, { home })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('SOME_KEY is not set'),
  })
  const { code, stdout, stderr } = await narratoria(args, { home, env: { SOME_KEY: key } })
  expect(code).toBe(0)
  expect(stdout + stderr + readFileSync(join(home, 'home', 'models.json'), 'utf8')).not.toContain(key)
})

it.each([
  [['models', 'connect'], /name a preset or an address/],
  [['models', 'connect', 'gpt'], /the presets are openai/],
  [['models', 'connect', 'ollama', '--for', 'singer'], /the roles are planner, narrator, writer/],
])('%j is refused', async (args, words) => {
  expect(await narratoria(args, {})).toMatchObject({ code: 2, stderr: expect.stringMatching(words) })
})
