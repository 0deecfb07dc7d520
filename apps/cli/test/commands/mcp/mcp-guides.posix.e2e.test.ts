import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, it, onTestFinished } from 'vitest'
import { program, startProgram, temporaryFolder } from '../../command-line.ts'

const root = join(import.meta.dirname, '../../../../..')
const guide = (name: string) => readFileSync(join(root, 'docs/guides', name), 'utf8')
const blocks = (text: string) => Array.from(text.matchAll(/^```json\n([\s\S]*?)^```$/gm), ([, code = '']) => code)
const about = { name: 'test', version: '1.0.0' }

/** A folder with `narratoria` and `weather-server`, a server with the tool `getForecast`, as commands. */
function openFolder() {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'bin'))
  const command = (name: string, ...words: string[]) => {
    const line = [process.execPath, ...words].map((word) => `'${word}'`).join(' ')
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 })
  }
  command('narratoria', program)
  command('weather-server', join(root, 'packages/mcp/test/fixtures/servers/sample.mjs'), folder)
  const path = [join(folder, 'bin'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH: path, NARRATORIA_HOME: join(folder, 'home'), WEATHER_KEY: 'key-of-the-weather' }
  const run = (line: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: folder, env, encoding: 'utf8' })
    expect(status, `${line}\n${stdout}${stderr}`).toBe(0)
    return stdout
  }
  return { folder, env: env as Record<string, string>, run }
}

it('the commands of the guide "Use MCP servers in your story" work, and its sentences reach the server', () => {
  const text = guide('use-mcp-servers.md')
  const { folder, run } = openFolder()
  const shown = (start: string) => {
    const line = text.match(/^ {4}narratoria .*$|`narratoria [^`]+`/gm)?.find((each) => each.includes(start))
    return (line ?? `the guide has no "${start}"`).replaceAll('`', '').trim()
  }
  const play = (words: string) => run(`narratoria play --new --planner stub --prompt "${words}"`)
  expect(run(shown('mcp add weather').replace(' -- ', ' --yes -- '))).toContain('get-forecast (reads)')
  const [, sentence] = /_(What is [^_]*)_/.exec(text)!
  expect(play(sentence!)).toMatch(/Rain over/)
  run(shown('mcp remove weather'))

  writeFileSync(join(folder, '.mcp.json'), blocks(text)[0]!)
  expect(run(`${shown('mcp add --file')} --yes`)).toContain('weather: 1 tool')
  expect(run(shown('mcp list'))).toContain('weather: weather-server --metric')
  expect(run(shown('mcp test weather'))).toContain('get-forecast')
  expect(play('I watch the clouds over Pell')).toContain('Rain over Pell.')
  expect(run(shown('skills list'))).toContain('mcp-weather')
  expect(run(shown('skills disable'))).toContain('mcp-weather is disabled')
  run(shown('mcp remove weather'))
})

it('the configurations of the guide to MCP hosts start a server with the tools of its table', async () => {
  const text = guide('use-in-mcp-hosts.md')
  const { folder, env, run } = openFolder()
  const [desktop, editor, overHttp] = blocks(text).map((code) => JSON.parse(code) as Record<string, never>)
  const rows = Array.from(text.matchAll(/^\| (`.*?) +\|/gm), ([, names = '']) => names)
  const tools = rows.flatMap((names) => Array.from(names.matchAll(/`(\w+)`/g), ([, name = '']) => name)).toSorted()
  expect(tools.length).toBeGreaterThan(10)
  const namesOf = (listed: { tools: { name: string }[] }) => listed.tools.map(({ name }) => name).toSorted()
  const serverIn = (servers: Record<string, unknown>) => servers.narratoria as { command: string; args: string[] }

  const v1 = new V1Client(about)
  await v1.connect(new V1Transport({ ...serverIn(desktop!.mcpServers!), env, cwd: folder }))
  expect(namesOf(await v1.listTools())).toEqual(tools)
  await v1.close()

  const v2 = new Client(about, { versionNegotiation: { mode: 'auto' } })
  await v2.connect(new StdioClientTransport({ ...serverIn(editor!.servers!), env, cwd: folder }))
  await v2.callTool({ name: 'start_story', arguments: { campaign: 'door-without-a-handle', name: 'hosted' } })
  expect(run('narratoria sessions list')).toContain('hosted')
  const { resources } = await v2.listResources()
  for (const uri of ['narratoria://stories/ID/story.md', '…/state', '…/campaign']) {
    expect(text).toContain(`\`${uri}\``)
    expect(resources.some((each) => each.uri.endsWith(uri.split('/').at(-1)!))).toBe(true)
  }
  await v2.close()

  const serve = startProgram(['serve', '--port', '0', '--planner', 'stub'], { home: folder })
  const [printed] = (await once(serve.stdout!, 'data')) as [unknown]
  const { url } = serverIn(overHttp!.mcpServers!) as unknown as { url: string }
  const here = new URL(new URL(url).pathname, /http:\/\/\S+/.exec(String(printed))![0])
  const remote = new Client(about, { versionNegotiation: { mode: 'auto' } })
  // On this machine, without headers.
  await remote.connect(new StreamableHTTPClientTransport(here))
  onTestFinished(() => remote.close())
  expect(namesOf(await remote.listTools())).toEqual(tools)
})
