import { describe, expect, it } from 'vitest'
import { judge } from '../../src/conformance/index.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const done = '{"version":"0","type":"done","ok":true}\n'

describe('judge', () => {
  it('tells a file that may not be read from one that is not there', () => {
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

  it('says that a tool which had to be ended took too long, and nothing of the signal', () => {
    const verdict = judge({ stdout: encode(''), exitCode: null, exitSignal: 'SIGKILL', timedOut: true })
    expect(verdict).toMatchObject({ outcome: 'failed', errorCode: 'timeout', problems: [{ code: 'timeout' }] })
  })

  it('lists at most 100 problems, in order, with bounded excerpts', () => {
    const { problems } = judge({ stdout: encode(`${'x'.repeat(10_000)}\n`.repeat(500)), exitCode: 0 })
    expect(problems.length).toBe(100)
    expect(problems.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
    expect(problems[0]).toMatchObject({ code: 'invalid_json', excerpt: expect.stringMatching(/^x{199}…$/) })
  })

  it('has a remedy that names the clause it rests on', () => {
    const { problems } = judge({ stdout: encode('hi\n'), exitCode: 0 })
    expect(problems).toEqual([
      {
        code: 'invalid_json',
        line: 1,
        excerpt: 'hi',
        message: 'Not valid JSON; standard output carries one JSON object per line and nothing else.',
        expected: 'one complete JSON object per line of standard output, and nothing else (001 §2.2–2.3)',
        fix: 'Print diagnostics to standard error, and write each event in one piece without line breaks inside.',
      },
    ])
  })
})
