import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'http-endpoint-'))
const server = spawn(process.execPath, ['src/main.ts', '../../skills', home, '0'], {
  cwd: join(import.meta.dirname, '..'),
  stdio: ['ignore', 'pipe', 'inherit'],
})
let stories = ''

beforeAll(async () => {
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  stories = line.toString().trim()
})

afterAll(async () => {
  const ended = once(server, 'exit')
  server.kill()
  await ended
  rmSync(home, { recursive: true, force: true })
})

const post = (body: string) => fetch(`${stories}/tower/turns`, { method: 'POST', body })

it('streams a turn as server-sent events', async () => {
  const response = await post(JSON.stringify({ prompt: 'I light the torch' }))
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events = (await response.text()).match(/^event: .+$/gm) ?? []
  expect(events[0]).toBe('event: turn_started')
  expect(events).toContain('event: narration')
  expect(events.at(-1)).toBe('event: turn_finished')
})

it('goes on with the story of that name', async () => {
  await (await post(JSON.stringify({ prompt: 'I examine the door' }))).text()
  const sent = (await (await fetch(stories)).json()) as { name: string }[]
  expect(sent.map(({ name }) => name)).toEqual(['tower'])
})

it.each(['{', '{}', '{"prompt":7}', '"hi"'])('refuses %s with a word of help', async (body) => {
  const response = await post(body)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: 'Send {"prompt": "what you do"}.' })
})
