import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { expect, test } from 'vitest'
import { narratoria, startProgram, temporaryFolder } from '../../command-line.ts'

test('a cluster on one machine: up, serve, worker, status, health and drain', async () => {
  const home = temporaryFolder()
  chmodSync(home, 0o755)
  const start = async (args: string[], env: NodeJS.ProcessEnv, until: RegExp) => {
    const child = startProgram(args, { home, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
    while (!until.test(output)) await Promise.race([once(child.stdout!, 'data'), once(child, 'exit').then(refuse)])
    return { child, output: () => output }
  }
  const refuse = () => {
    throw new Error('A program ended before it was ready.')
  }
  const up = await start(['cluster', 'up', '--port', '0'], {}, /Ctrl-C stops it/)
  const store = /postgres:\/\/\S+/.exec(up.output())![0]
  const env = { NARRATORIA_STORE: store }
  const serve = await start(['serve', '--port', '0', '--name', 'one', '--health-port', '0'], env, /http:\S+/)
  const worker = await start(['worker', '--name', 'w', '--health-port', '0'], env, /Health: http:\S+/)
  const url = new URL(/http:\S+/.exec(serve.output())![0])
  const headers = { 'Content-Type': 'application/json' }
  const post = async (path: string, body: object) =>
    (await (await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Record<
      string,
      string
    >
  const { sessionId } = await post('/api/sessions', {})
  const events = await fetch(new URL(`/api/sessions/${sessionId}/events`, url))
  await post(`/api/sessions/${sessionId}/turns`, { prompt: 'I look around' })
  let sent = ''
  for await (const chunk of events.body!) if ((sent += Buffer.from(chunk).toString()).includes('"turn_finished"')) break
  const status = async () =>
    JSON.parse((await narratoria(['cluster', 'status', '--json'], { env })).stdout) as {
      members: { kind: string; name: string; draining: boolean }[]
    }
  expect((await status()).members).toMatchObject([
    { kind: 'host', name: 'one', draining: false },
    { kind: 'worker', name: 'w', draining: false },
  ])
  const health = /Health: (http:\S+)/.exec(worker.output())![1]!
  const metrics = await (await fetch(new URL('/metrics', health))).text()
  expect(metrics).toMatch(/^narratoria_slots\{kind="worker"\} 4$/m)
  expect((await fetch(new URL('/ready', health))).status).toBe(200)
  expect((await narratoria(['cluster', 'drain', 'w'], { env })).code).toBe(0)
  while ((await fetch(new URL('/ready', health))).status !== 503);
  for (const { child } of [worker, serve, up]) {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  }
})
