import { expect, it, vi } from 'vitest'
import type { TSchema } from 'typebox'
import { listForeignIssues, runBounded, TimeLimitError } from '../src/bounded.ts'

const endless = `${'a'.repeat(40)}!`
const schema = (pattern: string) =>
  ({ type: 'object', properties: { name: { type: 'string', pattern } } }) as unknown as TSchema

it('returns the result of work within the limit, and passes on its exception', () => {
  expect(runBounded(() => 6 * 7)).toBe(42)
  const error = new RangeError('no')
  expect(() =>
    runBounded(() => {
      throw error
    }),
  ).toThrow(error)
})

it('stops an expression that backtracks without end, and works afterwards', () => {
  expect(() => runBounded(() => /^(a+)+$/.test(endless), 20)).toThrow(TimeLimitError)
  expect(runBounded(() => /^(a+)+$/.test('aaa'), 20)).toBe(true)
})

it('stops many expressions in less time than each has alone, and later gives each its time again', () => {
  const usedMs = (work: () => void) => {
    const { user, system } = process.threadCpuUsage()
    work()
    const used = process.threadCpuUsage({ user, system })
    return (used.user + used.system) / 1_000
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 60_000)
  const stop = (at: number) =>
    expect(() => runBounded(() => new RegExp(`^(a+)+${at}$`).test(endless))).toThrow('stopped')
  // Each alone takes at least 80 ms: 2,400 ms.
  expect(usedMs(() => Array.from({ length: 30 }, (_, at) => stop(at)))).toBeLessThan(1_500)
  expect(runBounded(() => /^(a+)+$/.test('aaa'))).toBe(true)
  vi.setSystemTime(Date.now() + 60_000)
  const startedAt = performance.now()
  stop(0)
  expect(performance.now() - startedAt).toBeGreaterThan(70)
  vi.useRealTimers()
})

it('stops an inner call without ending the outer one', () => {
  const tried = runBounded(() => {
    try {
      return runBounded(() => /^(a+)+$/.test(endless), 20)
    } catch (error) {
      return error
    }
  }, 2_000)
  expect(tried).toBeInstanceOf(TimeLimitError)
})

it('lists the differences from a schema with patterns', () => {
  expect(listForeignIssues(schema('^[a-z]+$'), { name: 'ansel' })).toEqual([])
  expect(listForeignIssues(schema('^[a-z]+$'), { name: 'A' })).toMatchObject([{ path: '/name' }])
})

it('reports a value that cannot be checked in time', () => {
  expect(listForeignIssues(schema(String.raw`^(\w+\s?)+$`), { name: endless })).toEqual([
    { path: '', message: 'cannot be checked: a pattern of the schema takes too long on it' },
  ])
})

// Each takes far longer than a test if it runs without a limit.
it.each([
  ['a repeated group', '^(a+)+$', endless],
  ['alternatives in a group', `^${'(a|a)'.repeat(40)}$`, endless],
  ['many optional letters', `^${'a?'.repeat(40)}${'a'.repeat(40)}!$`, 'a'.repeat(40)],
  ['several repeated letters', `^${'a*'.repeat(12)}b$`, 'a'.repeat(200)],
  ['one repeated letter in a long text', 'a*b', 'a'.repeat(400_000)],
])('stops a pattern with %s', (_, pattern, text) => {
  const startedAt = performance.now()
  expect(listForeignIssues(schema(pattern), { name: text })).toHaveLength(1)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

it('a simple pattern on a short text takes a moment, however the text is made', () => {
  const patterns = ['^$|^https?:..\\S+$', '^[a-z]+$', 'a*b', '^.{1,40}$', '^\\w+$', '[^x]*x', 'a|b|c']
  for (const pattern of patterns) {
    const startedAt = process.cpuUsage()
    listForeignIssues(schema(pattern), { name: 'a'.repeat(1_990) })
    const { user } = process.cpuUsage(startedAt)
    expect(user / 1_000, pattern).toBeLessThan(500)
  }
})
