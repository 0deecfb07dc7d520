import { readFile } from 'node:fs/promises'
import type { JsonObject } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { launchTool } from '../src/launch/launch-tool.ts'
import { runTool } from '../src/testing/index.ts'
import { fixture } from './fixture.ts'

const misbehave = (how: string) => runTool(fixture('misbehaves'), { how })

async function feed(stdin: string | Uint8Array, tool = 'hello') {
  const { stdout, exitCode, exitSignal } = await launchTool(fixture(tool), { stdin })
  const events = stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonObject)
  return { events, exitCode, exitSignal }
}

describe('a tool made with defineTool', () => {
  it('says hello in at most ten lines', async () => {
    const source = await readFile(fixture('hello'), 'utf8')
    expect(source.trim().split('\n').length).toBeLessThanOrEqual(10)
    const { events, exitCode, stderr } = await runTool(fixture('hello'), { name: 'Bo' })
    expect(events).toEqual([
      { version: '0', type: 'log', level: 'info', message: 'Saying hello' },
      { version: '0', type: 'ui_event', event: 'narration', payload: { text: 'Hello, Bo!' } },
      { version: '0', type: 'done', ok: true },
    ])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  })

  it('001 §4.6: ends with ok and the returned text as summary', async () => {
    const { events, exitCode } = await misbehave('returns')
    expect(events).toEqual([{ version: '0', type: 'done', ok: true, summary: 'All went well.' }])
    expect(exitCode).toBe(0)
  })

  it.each([
    ['throws', 'uncaught_error', 'boom', 0],
    ['throwsText', 'uncaught_error', 'just text', 0],
    ['throwsWithCode', 'ENOENT', 'no such file', 0],
    ['throwsToolError', 'too_dark', 'It is too dark.', 0],
    ['rejects', 'uncaught_error', 'late boom', 0],
    ['throwsInTimer', 'uncaught_error', 'timer boom', 0],
    ['rejectsUnhandled', 'uncaught_error', 'forgotten boom', 0],
    ['exits', 'exited_early', 'The process ended itself with code 0', 0],
    ['exitsWithCode', 'exited_early', 'The process ended itself with code 3', 3],
    ['neverSettles', 'never_settled', 'run() never settled', 0],
    ['unserialisable', 'uncaught_error', 'circular', 0],
    ['patchesNothing', 'uncaught_error', 'patch() requires an object', 0],
    ['hugeMessage', 'uncaught_error', 'xxxx', 0],
  ])('001 §4.5–4.6: when run %s, one error and one done follow', async (how, errorCode, message, code) => {
    const { events, exitCode, protocolError } = await misbehave(how)
    expect(protocolError).toBeUndefined()
    expect(events).toEqual([
      expect.objectContaining({ type: 'error', errorCode, errorMessage: expect.stringContaining(message) }),
      expect.objectContaining({ type: 'done', ok: false, summary: expect.stringContaining(message) }),
    ])
    expect(exitCode).toBe(code)
  })

  it('keeps the stack of an unexpected error for its author, on standard error', async () => {
    expect((await misbehave('throws')).stderr).toMatch(/Error: boom\n\s+at .*misbehaves/)
    expect((await misbehave('throwsToolError')).stderr).toBe('')
  })

  it('passes on what a ToolError says of retries', async () => {
    const { errors } = await misbehave('throwsToolError')
    expect(errors).toMatchObject([{ details: { light: 0, retryable: false } }])
  })

  it('ends when run has settled, whatever is left running', async () => {
    const { ok, durationMs, timedOut } = await misbehave('leavesTimer')
    expect({ ok, timedOut }).toEqual({ ok: true, timedOut: false })
    expect(durationMs).toBeLessThan(10_000)
  })

  it('001 §2.2: keeps prints off standard output', async () => {
    const { events, stderr, protocolError } = await runTool(fixture('prints'))
    expect(protocolError).toBeUndefined()
    expect(events.map((event) => event.type)).toEqual(['done'])
    for (const text of ['a log', 'an info', '(index)', 'an error', 'a write']) expect(stderr).toContain(text)
  })
})

describe('the request', () => {
  it.each([
    ['nothing', '', 'missing_request'],
    ['blank lines', '\n \n', 'missing_request'],
    ['half an object', '{"input":{"name":', 'invalid_request'],
    ['words', 'hello there\n', 'invalid_request'],
    ['a list', '[]\n', 'invalid_request'],
    ['null', 'null\n', 'invalid_request'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_request'],
    ['an input that is not an object', '{"input":[1]}\n', 'invalid_request'],
    ['a state that is not an object', '{"state":7}\n', 'invalid_request'],
    ['dependencies that are not an object', '{"dependencies":"a"}\n', 'invalid_request'],
    ['a skill that is not an object', '{"skill":null}\n', 'invalid_request'],
    ['another version', '{"version":"1","input":{}}\n', 'unsupported_version'],
  ])('001 §6: of %s is refused with a clear error and a done', async (_, stdin, errorCode) => {
    const { events, exitCode } = await feed(stdin)
    expect(events).toEqual([
      expect.objectContaining({
        version: '0',
        type: 'error',
        errorCode,
        errorMessage: expect.stringMatching(/^.{20,}/),
      }),
      expect.objectContaining({ version: '0', type: 'done', ok: false }),
    ])
    expect(exitCode).toBe(0)
  })

  it('repeats nothing of a broken request, which may hold secrets', async () => {
    const { events } = await feed('{"skill":{"config":{"apiKey":"sk-very-secret"}},,}')
    expect(JSON.stringify(events)).not.toMatch(/secret|apiKey/)
  })

  it.each([
    ['the four fields of spec 001 §6', '{"requestId":"r","tool":"t","operation":"o","input":{"name":"Bo"}}\n'],
    ['an input alone', '{"input":{"name":"Bo"}}\n'],
    ['fields of a later version', '{"input":{"name":"Bo"},"future":{"deep":[1]},"version":"0"}\n'],
    ['several lines', '{\n  "input": {\n    "name": "Bo"\n  }\n}\n'],
    ['no line break', '{"input":{"name":"Bo"}}'],
    ['a carriage return', '{"input":{"name":"Bo"}}\r\n'],
    ['a byte order mark', '\uFEFF{"input":{"name":"Bo"}}\n'],
    ['a second line', '{"input":{"name":"Bo"}}\n{"input":{"name":"Al"}}\n'],
  ])('001 §8: with %s is understood', async (_, stdin) => {
    const { events } = await feed(stdin)
    expect(events).toContainEqual(expect.objectContaining({ payload: { text: 'Hello, Bo!' } }))
  })

  it('is read whole when it is large', async () => {
    const name = 'ö'.repeat(3_000_000)
    const { events } = await feed(`{"input":{"name":"${name}"}}\n`)
    expect(events[1]).toMatchObject({ payload: { text: `Hello, ${name}!` } })
  })
})
