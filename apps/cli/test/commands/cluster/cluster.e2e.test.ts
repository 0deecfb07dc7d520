import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openS3, s3Key } from '../../../../../packages/cluster/test/fixtures/open-s3.ts'
import { narratoria, startProgram, temporaryFolder } from '../../command-line.ts'

/** Starts programs with one home folder. Each is ready when its output matches. */
function programs() {
  const home = temporaryFolder()
  chmodSync(home, 0o755)
  return async (args: string[], env: NodeJS.ProcessEnv, until: RegExp) => {
    const child = startProgram(args, { home, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
    while (!until.test(output)) await Promise.race([once(child.stdout!, 'data'), once(child, 'exit').then(refuse)])
    return { child, output: () => output }
  }
}

function refuse(): never {
  throw new Error('A program ended before it was ready.')
}

/** A page's requests to a host. */
function page(url: URL) {
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as Record<string, string>
  }
  /** Plays a turn of a new story and returns its events as they were sent. */
  return async (prompt: string) => {
    const { sessionId } = await post('/api/sessions', {})
    const events = await fetch(new URL(`/api/sessions/${sessionId}/events`, url))
    await post(`/api/sessions/${sessionId}/turns`, { prompt })
    let sent = ''
    for await (const chunk of events.body!)
      if ((sent += Buffer.from(chunk).toString()).includes('"turn_finished"')) break
    return sent
  }
}

test('a cluster on one machine: up, serve, worker, status, health and drain', async () => {
  const start = programs()
  const up = await start(['cluster', 'up', '--port', '0'], {}, /Ctrl-C stops it/)
  const store = /postgres:\/\/\S+/.exec(up.output())![0]
  const env = { NARRATORIA_STORE: store }
  const serve = await start(['serve', '--port', '0', '--name', 'one', '--health-port', '0'], env, /http:\S+/)
  const worker = await start(['worker', '--name', 'w', '--health-port', '0'], env, /Health: http:\S+/)
  await page(new URL(/http:\S+/.exec(serve.output())![0]))('I look around')
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

test('files of tools are passed on through a bucket', async () => {
  const start = programs()
  const { bucket, folder } = await openS3()
  const up = await start(['cluster', 'up', '--port', '0'], {}, /Ctrl-C stops it/)
  const env = {
    NARRATORIA_STORE: /postgres:\/\/\S+/.exec(up.output())![0],
    AWS_REGION: s3Key.region,
    AWS_ACCESS_KEY_ID: s3Key.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3Key.secretAccessKey,
  }
  const skills = fileURLToPath(new URL('../../../../../packages/cluster/test/fixtures/skills', import.meta.url))
  const common = ['--bucket', bucket, '--skills', skills, '--no-shipped-skills']
  await start(['worker', ...common], env, /Ctrl-C stops it/)
  const serve = await start(['serve', '--port', '0', ...common], env, /http:\S+/)
  const events = await page(new URL(/http:\S+/.exec(serve.output())![0]))('paint')
  expect(events).toContain('"fileName":"picture.png"')
  const hash = createHash('sha256').update('a picture').digest('hex')
  expect(readdirSync(join(folder, 'narratoria'))).toContain(`${hash}._S3rver_object`)
})
