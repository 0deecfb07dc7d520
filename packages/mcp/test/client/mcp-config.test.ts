import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { McpConfig, parseServers } from '../../src/index.ts'

function openConfig(content?: string): McpConfig {
  const home = mkdtempSync(join(tmpdir(), 'mcp-config-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const config = new McpConfig(join(home, 'home'))
  if (content !== undefined) {
    config.add({})
    writeFileSync(config.file, content)
  }
  return config
}

it('adds, finds and removes servers in the form of other hosts, readable by the user alone', () => {
  const config = openConfig()
  expect(config.read()).toEqual({})
  config.add({ weather: { command: 'weather', args: ['--metric'], env: { KEY: 'secret-key' } } })
  config.add({ maps: { url: 'https://example.org/mcp', headers: { Authorization: 'Bearer ${MAPS}' } } })
  expect(JSON.parse(readFileSync(config.file, 'utf8'))).toMatchObject({ mcpServers: { weather: {}, maps: {} } })
  if (process.platform !== 'win32') expect(statSync(config.file).mode & 0o777).toBe(0o600)
  expect(() => config.add({ maps: { command: 'other' } })).toThrow('There is already an MCP server "maps"')
  config.remove('weather')
  expect(Object.keys(config.read())).toEqual(['maps'])
  expect(() => config.get('weather')).toThrow('There is no MCP server "weather"; the servers are: maps.')
})

it('keeps other parts of the file', () => {
  const config = openConfig('{"theme": "dark", "mcpServers": {"a": {"command": "x", "icon": "star"}}}')
  config.add({ b: { command: 'y' } })
  expect(JSON.parse(readFileSync(config.file, 'utf8'))).toEqual({
    theme: 'dark',
    mcpServers: { a: { command: 'x', icon: 'star' }, b: { command: 'y' } },
  })
})

it('a server is agreed to as it is: a changed command, variable or address needs another consent', () => {
  const config = openConfig()
  const entry = { command: 'weather', env: { KEY: 'one' } }
  config.add({ weather: entry })
  expect(config.isAgreed('weather', entry)).toBe(true)
  expect(config.isAgreed('weather', { ...entry, timeout: 5 })).toBe(true)
  expect(config.isAgreed('weather', { ...entry, args: ['--all'] })).toBe(false)
  expect(config.isAgreed('weather', { ...entry, env: { KEY: 'two' } })).toBe(false)
  expect(config.isAgreed('other', entry)).toBe(false)
})

it.each([
  ['{', 'is not valid JSON'],
  ['[]', 'must hold an object'],
  ['{}', 'there is no object "mcpServers"'],
  ['{"mcpServers": {"a b": {"command": "x"}}}', 'server "a b": the name must have'],
  ['{"mcpServers": {"a": 1}}', 'server "a": must be an object'],
  ['{"mcpServers": {"a": {}}}', 'must have either "command" or "url"'],
  ['{"mcpServers": {"a": {"command": "x", "url": "https://b"}}}', 'must have either "command" or "url"'],
  ['{"mcpServers": {"a": {"command": "x", "args": "y"}}}', '"args" must be a list of strings'],
  ['{"mcpServers": {"a": {"command": "x", "env": {"A": 1}}}}', '"env" must be an object of strings'],
  ['{"mcpServers": {"a": {"url": "file:///etc/passwd"}}}', '"url" must be an address that starts with http'],
  ['{"mcpServers": {"a": {"command": "x", "timeout": 0}}}', '"timeout" must be a positive integer'],
])('%s is refused: %s', (content, message) => {
  expect(() => openConfig(content).read()).toThrow(message)
})

it('reads the form of VS Code, and the types of addresses', () => {
  const servers = { a: { type: 'stdio', command: 'x' }, b: { type: 'streamable-http', url: 'https://c' } }
  expect(parseServers({ servers }, 'mcp.json')).toMatchObject({ a: { command: 'x' }, b: { type: 'http' } })
})
