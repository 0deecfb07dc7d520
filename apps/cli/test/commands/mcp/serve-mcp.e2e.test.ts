import { once } from 'node:events'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, it } from 'vitest'
import { narratoria, program, startProgram, temporaryFolder } from '../../command-line.ts'

function commandIn(folder: string) {
  const env = { ...(process.env as Record<string, string>), NARRATORIA_HOME: join(folder, 'home') }
  return { command: process.execPath, args: [program, 'mcp', 'serve', '--planner', 'stub'], env, cwd: folder }
}

it('an MCP host of each era plays a turn with the program, and the terminal has the story', async () => {
  const folder = temporaryFolder()
  const v1 = new V1Client({ name: 'test', version: '1.0.0' })
  await v1.connect(new V1Transport(commandIn(folder)))
  await v1.callTool({ name: 'start_story', arguments: { campaign: 'door-without-a-handle', name: 'hosted' } })
  const first = await v1.callTool({ name: 'play_turn', arguments: { prompt: 'I light the torch' } })
  expect(first.structuredContent).toMatchObject({ number: 1, status: 'stored' })
  await v1.close()

  const v2 = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await v2.connect(new StdioClientTransport(commandIn(folder)))
  expect(v2.getServerVersion()).toMatchObject({ name: 'narratoria' })
  const next = await v2.callTool({ name: 'choose', arguments: { story: 'hosted', choice: 1 } })
  expect(next.structuredContent).toMatchObject({ number: 2, status: 'stored' })
  await v2.close()
  const shown = await narratoria(['sessions', 'show', 'hosted', '--json'], { home: folder })
  expect(JSON.parse(shown.stdout)).toMatchObject({ turns: [{ prompt: 'I light the torch' }, {}] })
})

it('the end of standard input ends the server', async () => {
  const ended = startProgram(['mcp', 'serve', '--planner', 'stub'])
  ended.stdin!.end()
  expect(await once(ended, 'close')).toEqual([0, null])
})
