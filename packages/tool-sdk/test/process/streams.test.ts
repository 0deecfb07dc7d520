import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { beginRequest, fixture } from '../fixture.ts'

const lines = 20_000

/** Two ends of a socket; the second is non-blocking for the process that inherits it. */
async function socketPair(): Promise<[Socket, Socket]> {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-'))
  const path = join(folder, 'socket')
  const server = createServer({ pauseOnConnect: true }).listen(path)
  await once(server, 'listening')
  const near = connect(path)
  const [far] = (await once(server, 'connection')) as [Socket]
  onTestFinished(async () => {
    near.destroy()
    far.destroy()
    server.close()
    await rm(folder, { recursive: true })
  })
  return [near, far]
}

async function readSlowly(stream: NodeJS.ReadableStream): Promise<string[]> {
  let text = ''
  stream.setEncoding('utf8')
  for await (const chunk of stream) {
    text += String(chunk)
    if (text.length < 2_000_000) await sleep(5)
  }
  return text.trim().split('\n')
}

function expectEveryLine(received: string[]) {
  for (const [index, line] of received.slice(0, lines).entries()) {
    expect((JSON.parse(line) as { message: string }).message).toBe(`${index + 1} ${'é'.repeat(500)}`)
  }
  expect(JSON.parse(received[lines]!)).toEqual({ version: '0', type: 'done', ok: true })
}

describe('the standard descriptors', () => {
  it('lose nothing when the reader is slow', async () => {
    const tool = spawn(process.execPath, [fixture('floods')], { stdio: ['pipe', 'pipe', 'inherit'] })
    tool.stdin.end(`{"input":{"lines":${lines}}}\n`)
    const received = await readSlowly(tool.stdout)
    expect(received.length).toBe(lines + 1)
    expectEveryLine(received)
  })

  it('lose nothing when they are non-blocking, and wait for the rest of a request', async () => {
    const [near, far] = await socketPair()
    const tool = spawn(process.execPath, [fixture('floods')], { stdio: [far, far, 'pipe'] })
    const stderr = readSlowly(tool.stderr!)
    far.destroy()
    await beginRequest(near)
    near.write(`"input":{"lines":${lines}}}\n`)
    const received = await readSlowly(near)
    expect(received.length).toBe(lines + 1)
    expectEveryLine(received)
    expect(await stderr).toEqual([''])
  })

  it('end the tool quietly when the reader is gone', async () => {
    const tool = spawn(process.execPath, [fixture('floods')], { stdio: 'pipe' })
    const stderr = readSlowly(tool.stderr)
    tool.stdin.end('{"input":{"lines":10000000}}\n')
    await once(tool.stdout, 'data')
    tool.stdout.destroy()
    const [code, exitSignal] = (await once(tool, 'exit')) as [number | null, string | null]
    expect({ code, exitSignal }).toEqual({ code: 141, exitSignal: null })
    expect(await stderr).toEqual([''])
  })

  it('hand on an event when it happens, not at the end', async () => {
    const tool = spawn(process.execPath, [fixture('waits')], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void tool.kill('SIGKILL'))
    tool.stdin.end('{}\n')
    const [chunk] = (await once(tool.stdout, 'data')) as [Buffer]
    expect(JSON.parse(chunk.toString())).toMatchObject({ type: 'log', message: 'ready' })
    expect(tool.exitCode).toBeNull()
  })

  it('answer a request whose input stays open', async () => {
    const tool = spawn(process.execPath, [fixture('hello')], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void tool.kill('SIGKILL'))
    tool.stdin.write('{"input":{}}\n')
    expect((await readSlowly(tool.stdout)).length).toBe(3)
  })

  it.skipIf(process.platform === 'win32')('fail clearly when standard input is closed', async () => {
    const command = `"$0" "$1" <&-`
    const tool = spawn('/bin/sh', ['-c', command, process.execPath, fixture('hello')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [error, done] = await readSlowly(tool.stdout)
    expect(JSON.parse(error!)).toMatchObject({ type: 'error', errorCode: 'missing_request' })
    expect(JSON.parse(done!)).toMatchObject({ type: 'done', ok: false })
  })
})

describe('prewarming', () => {
  it('a tool writes nothing before it has its request', async () => {
    const tool = spawn(process.execPath, [fixture('hello')], { stdio: ['pipe', 'pipe', 'inherit'] })
    await beginRequest(tool.stdin)
    expect(tool.exitCode).toBeNull()
    expect(tool.stdout.read()).toBeNull()
    tool.stdin.end('}\n')
    expect((await readSlowly(tool.stdout)).length).toBe(3)
  })

  it('a tool runs no code of its author before it has its request, not even the check of its input', async () => {
    const tool = spawn(process.execPath, [fixture('reports-checks')], { stdio: 'pipe' })
    const [ready] = (await once(tool.stderr, 'data')) as [Buffer]
    expect(ready.toString()).toBe('defined\n')
    tool.stderr.pause()
    await beginRequest(tool.stdin)
    expect(tool.stderr.read()).toBeNull()
    const checks = readSlowly(tool.stderr)
    tool.stdin.end('"input":{"a":1}}\n')
    expect(await checks).toEqual(['checked {"a":1}'])
  })
})
