import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { narratoria, startCommand, temporaryFolder } from '../../command-line.ts'

const server = join(import.meta.dirname, '../../fixtures/mcp-server.mjs')
const command = ['--', process.execPath, server]

it('a server is added once with consent, listed, tested, played and removed', async () => {
  const home = temporaryFolder()
  const refused = await narratoria(['mcp', 'add', 'weather', ...command], { home })
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(`runs:  ${process.execPath} ${server}`)
  const added = await narratoria(['mcp', 'add', 'weather', '--yes', ...command], { home })
  expect(added).toMatchObject({ code: 0, stderr: '' })
  expect(added.stdout).toContain(
    'weather: 1 tool, in stories as the skill mcp-weather\n  forecast (reads): Gives the weather forecast',
  )
  expect((await narratoria(['mcp', 'add', 'weather', '--yes', ...command], { home })).stderr).toContain('--replace')
  const list = await narratoria(['mcp', 'list', '--json'], { home })
  expect(JSON.parse(list.stdout)).toMatchObject({ servers: [{ name: 'weather', agreed: true, disabled: false }] })
  const played = await narratoria(
    [
      'play',
      '--campaign',
      'none',
      '--prompt',
      'What is the weather forecast?',
      '--planner',
      'stub',
      '--no-shipped-skills',
      '--json',
    ],
    { home },
  )
  expect(played.code, played.stderr).toBe(0)
  expect(JSON.parse(played.stdout).plan.tools).toContainEqual(
    expect.objectContaining({ toolPath: 'tool:mcp-weather/forecast' }),
  )
  expect(JSON.parse(played.stdout).narrative).toContain('Rain over the sea.')

  expect((await narratoria(['mcp', 'test', 'weather', '--json'], { home })).stdout).toContain('"state":"ready"')
  expect(await narratoria(['mcp', 'remove', 'weather'], { home })).toMatchObject({ code: 0 })
  expect(await narratoria(['mcp', 'test', 'weather'], { home })).toMatchObject({ code: 2 })
  expect((await narratoria(['mcp', 'list'], { home })).stdout).toContain('No MCP server is configured')
})

it('a name that gives the skill of another server is refused, and in the file it leaves out no other server', async () => {
  const home = temporaryFolder()
  await narratoria(['mcp', 'add', 'sea-weather', '--yes', ...command], { home })
  const twin = await narratoria(['mcp', 'add', 'sea_weather', '--yes', ...command], { home })
  expect(twin).toMatchObject({ code: 2, stderr: expect.stringContaining('"sea-weather" and "sea_weather"') })
  const config = join(home, 'home/mcp.json')
  const { mcpServers } = JSON.parse(readFileSync(config, 'utf8')) as { mcpServers: Record<string, object> }
  writeFileSync(config, JSON.stringify({ mcpServers: { ...mcpServers, Sea_Weather: { command: 'other' } } }))
  const plan = ['plan', 'What is the weather forecast?', '--planner', 'stub', '--no-shipped-skills']
  const { stdout, stderr } = await narratoria(plan, { home })
  expect(stderr).toContain('the MCP server Sea_Weather was left out: it would be the same skill as sea-weather')
  expect(stdout).toContain('forecast')
})

it('a program that another one started as its server starts no servers, so that one can have itself as a server', async () => {
  const home = temporaryFolder()
  const print = 'process.stderr.write(`started with ${process.env.NARRATORIA_IS_SERVER}`); process.exit(1)'
  const asked = await narratoria(['mcp', 'add', 'asked', '--yes', '--', process.execPath, '-e', print], { home })
  expect(asked.stderr).toContain('started with 1')
  await narratoria(['mcp', 'add', 'weather', '--yes', ...command], { home })
  const plan = ['plan', 'What is the weather forecast?', '--planner', 'stub', '--no-shipped-skills']
  const { stdout } = await narratoria(plan, { home, env: { NARRATORIA_IS_SERVER: '1' } })
  expect(stdout).toContain('The plan has no tools.')
})

it('consent and the list show where each argument of a command begins and ends', async () => {
  const home = temporaryFolder()
  const odd = [...command, 'a b', '--out=c; d', '']
  const { stderr } = await narratoria(['mcp', 'add', 'weather', ...odd], { home })
  const shown = `${process.execPath} ${server} "a b" "--out=c; d" ""`
  expect(stderr).toContain(`runs:  ${shown}\n`)
  await narratoria(['mcp', 'add', 'weather', '--yes', ...odd], { home })
  expect((await narratoria(['mcp', 'list'], { home })).stdout).toBe(`weather: ${shown}\n`)
})

it('a changed entry is left out of stories until it is confirmed, which a terminal asks once', async () => {
  const home = temporaryFolder()
  const file = join(home, 'servers.json')
  writeFileSync(file, JSON.stringify({ mcpServers: { weather: { command: process.execPath, args: [server] } } }))
  await narratoria(['mcp', 'add', '--file', 'servers.json', '--yes'], { home })
  const config = join(home, 'home/mcp.json')
  writeFileSync(config, readFileSync(config, 'utf8').replace('"args"', '"env": {"NEW": "value-of-new"}, "args"'))
  const plan = ['plan', 'What is the weather forecast?', '--planner', 'stub', '--no-shipped-skills']
  const left = await narratoria(plan, { home })
  expect(left.stderr).toContain('the MCP server weather was left out: confirm it')
  expect(left.stdout).toContain('The plan has no tools.')

  const asked = startCommand(plan, { home, terminal: true })
  await expect.poll(() => asked.stdout).toContain('Use its tools in stories?')
  expect(asked.stdout).toContain('gets:  NEW')
  expect(asked.stdout).not.toContain('value-of-new')
  asked.stdin.write('y\n')
  expect(await asked.closed).toBe(0)
  const again = await narratoria(plan, { home })
  expect(again).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('forecast') })
})

it('its skill is listed with its state, disabled for stories and enabled again', async () => {
  const home = temporaryFolder()
  const skills = (...args: string[]) => narratoria(['skills', ...args, '--no-shipped-skills'], { home })
  const count = async () => {
    const plan = ['plan', 'What is the weather forecast?', '--planner', 'stub', '--no-shipped-skills', '--json']
    const { stdout } = await narratoria(plan, { home })
    return (JSON.parse(stdout) as { tools: unknown[] }).tools.length
  }
  await narratoria(['mcp', 'add', 'weather', '--yes', ...command], { home })
  expect((await skills('list')).stdout).toContain(
    'mcp-weather 0.0.0 (healthy): Tools of the MCP server weather\n  forecast: Gives the weather forecast',
  )
  expect(await count()).toBe(1)
  expect(await skills('disable', 'mcp-weather')).toMatchObject({ code: 0, stdout: 'mcp-weather is disabled\n' })
  expect((await skills('list')).stdout).toContain('mcp-weather 0.0.0 (disabled)')
  expect(await count()).toBe(0)
  expect(await skills('enable', 'mcp-weather')).toMatchObject({ code: 0 })
  expect(await count()).toBe(1)
  expect((await skills('check', 'mcp-weather')).stderr).toContain('not a folder but an MCP server')
})

it('the health of its skill in a story is in the list', async () => {
  const home = temporaryFolder()
  await narratoria(['mcp', 'add', 'weather', '--yes', ...command, 'broken'], { home })
  const play = ['play', '--campaign', 'none', '--planner', 'stub', '--no-shipped-skills', '--prompt', 'The forecast?']
  await narratoria(play, { home })
  const { stdout } = await narratoria(['skills', 'list', '--json', '--no-shipped-skills'], { home })
  expect(JSON.parse(stdout)).toMatchObject({ skills: [{ name: 'mcp-weather', errorState: 'temporaryFailure' }] })
  await narratoria(['skills', 'enable', 'mcp-weather', '--no-shipped-skills'], { home })
  expect((await narratoria(['skills', 'list', '--no-shipped-skills'], { home })).stdout).toContain('(healthy)')
})

it.each([
  [['add'], 'name the server'],
  [['add', 'a'], 'either a command'],
  [['add', 'a', '--url', 'https://b', '--', 'c'], 'either a command'],
  [['add', 'a', '--url', 'ftp://b', '--yes'], '"url" must be an address'],
  [['add', 'a', '--env', 'KEY', '--yes', '--', 'c'], '"KEY" must be a name and a value'],
  [['add', '--file', 'missing.json'], 'missing.json cannot be read'],
])('mcp %j is refused: %s', async (args, message) => {
  const { code, stderr } = await narratoria(['mcp', ...args])
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

it('a server that cannot be started is not added', async () => {
  const home = temporaryFolder()
  const { code, stderr } = await narratoria(['mcp', 'add', 'gone', '--yes', '--', 'no-such-command-here'], { home })
  expect(code).toBe(1)
  expect(stderr).toContain(
    'gone was not added: The command no-such-command-here could not be started: it was not found.',
  )
  expect((await narratoria(['mcp', 'list'], { home })).stdout).toContain('No MCP server')
})
