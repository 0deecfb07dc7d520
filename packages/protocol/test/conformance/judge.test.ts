import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { judge } from '../../src/conformance/index.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const done = '{"version":"0","type":"done","ok":true}\n'

const event = (fields: object) => `${JSON.stringify({ version: '0', ...fields })}\n`

describe('judge', () => {
  it('001 §2: reads only one JSON object per line of UTF-8', () => {
    expect(judge({ stdout: encode(event({ type: 'ui_event', event: 'é' }) + done), exitCode: 0 }).outcome).toBe(
      'completed',
    )
    for (const stdout of [encode(`hello\n${done}`), encode(`[]\n${done}`), Uint8Array.of(0xff, 0x0a)]) {
      expect(judge({ stdout, exitCode: 0 }).outcome).toBe('failed')
    }
  })

  it('001 §4.1: a log of level error does not fail the attempt', () => {
    const log = event({ type: 'log', level: 'error', message: 'm' })
    expect(judge({ stdout: encode(log + done), exitCode: 0 })).toMatchObject({
      outcome: 'completed',
      problems: [],
      warnings: [],
    })
  })

  it('001 §4.5: an error event is passed on and does not end the invocation', () => {
    const error = event({ type: 'error', errorCode: 'E', errorMessage: 'm' })
    const { outcome, events } = judge({
      stdout: encode(error + event({ type: 'state_patch', patch: {} }) + done),
      exitCode: 0,
    })
    expect([outcome, events.map(({ type }) => type)]).toEqual(['completed', ['error', 'state_patch', 'done']])
  })

  it('001 §5.3: a non-zero exit code fails the attempt, regardless of its events', () => {
    for (const exitCode of [1, 2, 255]) {
      expect(judge({ stdout: encode(done), exitCode })).toMatchObject({
        outcome: 'failed',
        errorCode: 'exit_code',
        output: {},
      })
    }
  })

  it('distinguishes unreadable, missing and irregular files', () => {
    const asset = '{"version":"0","type":"asset","assetId":"a","kind":"k","mediaType":"a/b","path":"p"}\n'
    const facts = (file: 'file' | 'missing' | 'not_a_file' | 'unreadable') =>
      judge({ stdout: encode(asset + done), exitCode: 0, files: { p: file } }).problems.map(({ code }) => code)
    expect([facts('file'), facts('missing'), facts('not_a_file'), facts('unreadable')]).toEqual([
      [],
      ['asset_missing'],
      ['asset_not_a_file'],
      ['asset_unreadable'],
    ])
  })

  it('reports a timeout for a tool that the host ended, not its signal', () => {
    const verdict = judge({ stdout: encode(''), exitCode: null, exitSignal: 'SIGKILL', timedOut: true })
    expect(verdict).toMatchObject({ outcome: 'failed', errorCode: 'timeout', problems: [{ code: 'timeout' }] })
  })

  it('lists at most 100 problems, in order, with bounded excerpts', () => {
    const { problems } = judge({ stdout: encode(`${'x'.repeat(10_000)}\n`.repeat(500)), exitCode: 0 })
    expect(problems.length).toBe(100)
    expect(problems.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
    expect(problems[0]).toMatchObject({ code: 'invalid_json', excerpt: expect.stringMatching(/^x{199}…$/) })
  })

  it('only counts further bad lines', () => {
    const made = vi.spyOn(globalThis, 'TextDecoder')
    const parsed = vi.spyOn(JSON, 'parse')
    onTestFinished(() => void vi.restoreAllMocks())
    const verdict = judge({ stdout: encode(`${'x\n'.repeat(400_000)}${done}`), exitCode: 0 })
    expect(verdict).toMatchObject({ errorCode: 'invalid_json', events: [], unlisted: 399_900 })
    expect(verdict.problems.length).toBe(100)
    // Only the first hundred lines, and lines that may be events, are parsed.
    expect(made.mock.calls.length).toBeLessThan(1_000)
    expect(parsed.mock.calls.length).toBeLessThan(1_000)
  })

  it('finds done and later lines after more bad lines than it lists', () => {
    const lines = [
      'stray'.repeat(20),
      event({ type: 'log', level: 'loud', message: 'm' }).trim(),
      ' \t',
      '{"a":'.repeat(9),
    ]
    const stray = `${lines.join('\n')}\n`.repeat(100)
    const error = event({ type: 'error', errorCode: 'E', errorMessage: 'm' })
    const { problems, unlisted, warnings } = judge({
      stdout: encode(stray + error + done + done + 'bye\n'),
      exitCode: 3,
    })
    // 300 bad lines, a second done, a line after it, and the exit code.
    expect(problems.length + unlisted!).toBe(303)
    expect(warnings.map(({ code }) => code)).toEqual(['blank_line', 'ok_after_error'])
    expect(judge({ stdout: encode(stray), exitCode: 0, timedOut: true }).unlisted).toBe(201)
  })

  it('lists at most 100 warnings', () => {
    const log = event({ type: 'log', level: 'info', message: 'm', timestamp: 'noon' })
    expect(judge({ stdout: encode(log.repeat(300) + done), exitCode: 0 }).warnings.length).toBe(100)
  })

  it('inspects the file of each asset that counts once', () => {
    const asset = (assetId: string, path: string) =>
      event({ type: 'asset', assetId, kind: 'k', mediaType: 'a/b', path })
    const inspected: string[] = []
    const lookAt = (path: string) => (inspected.push(path), 'missing' as const)
    const stdout = encode(`${asset('a', 'p')}${asset('b', 'q')}stray\n${asset('c', 'r')}`)
    expect(judge({ stdout, exitCode: 0, files: { q: 'file' } }, { lookAt }).problems).toMatchObject([
      { code: 'asset_missing', line: 1 },
      { code: 'invalid_json', line: 3 },
    ])
    expect(inspected).toEqual(['p'])
  })

  it.each([
    ['NaN', '{"x":NaN}', "Unexpected token 'N'"],
    ['single quotes', "{'x':1}", 'Expected property name'],
    ['a trailing comma', '{"x":1,}', 'Expected double-quoted property name'],
    [
      'an error after the excerpt',
      `{"x":"${'y'.repeat(500)}\t"}`,
      'Bad control character in string literal in JSON at position 506',
    ],
  ])('reports the syntax error of an event with %s', (_, line, reason) => {
    const { problems } = judge({ stdout: encode(`${line}\n`), exitCode: 0 })
    expect(problems).toMatchObject([{ code: 'invalid_json', message: expect.stringContaining(reason) }])
    expect(problems[0]!.message).not.toContain('column')
  })

  it('has a remedy with the clause of the protocol', () => {
    const { problems } = judge({ stdout: encode('hi\n'), exitCode: 0 })
    expect(problems).toEqual([
      {
        code: 'invalid_json',
        line: 1,
        excerpt: 'hi',
        message: 'Not valid JSON; standard output carries one JSON object per line and nothing else.',
        expected: 'one complete JSON object per line of standard output, and nothing else (001 §2.2–2.3)',
        fix: 'Print diagnostics to standard error, and write each event with a JSON library, on one line.',
      },
    ])
  })
})
