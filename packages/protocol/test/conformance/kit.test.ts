import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generateKit } from '../../scripts/kit/kit.ts'
import type { InvocationCase, KitCase, MergeCase, Part, RequestCase } from '../../scripts/kit/kit-case.ts'
import { judge, type Verdict } from '../../src/conformance/index.ts'
import { type JsonObject, type JsonValue, matches, mergePatch, ToolRequest } from '../../src/index.ts'
import { cut } from '../arbitraries.ts'
import { readAll } from '../read/read-all.ts'

const folder = join(import.meta.dirname, '../../conformance-kit')
const index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as {
  rules: { clause: string; rule: string; cases: string[] }[]
  cases: { id: string; kind: string; clauses: string[]; title: string; file: string }[]
}
const cases = await Promise.all(
  index.cases.map(async ({ file }) => JSON.parse(await readFile(join(folder, file), 'utf8')) as KitCase),
)
const ofKind = <Case extends KitCase>(kind: Case['kind']) =>
  cases.filter((entry): entry is Case => entry.kind === kind).map((entry) => [entry.id, entry] as const)

/** What the protocol leaves open and the kit decides. Whoever takes a reading out of the kit, takes it out here, too. */
const readings = [
  'CRLF is tolerated.',
  'Blank lines are tolerated, and counted.',
  'A last line without line feed counts.',
  'A byte order mark is skipped at the very start only.',
  'A line longer than the limit is refused; the limit counts bytes.',
  'More than 512 levels of nesting are refused.',
  'An attempt has a bounded number of events.',
  'Only a successful attempt changes the state.',
  'Only a successful attempt registers assets.',
  'narration, dice_roll and progress have known payloads.',
  'What still runs two seconds after done is ended, and fails nothing.',
  'An attempt that takes too long fails.',
  'A signal fails, also after done.',
  'A bad line, the time limit, ok false, a signal, the exit code, a missing done: the first that holds is the reason.',
]

/** The output of a case as bytes. */
function bytesOf(parts: Part[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => {
      if ('base64' in part) return Buffer.from(part.base64, 'base64')
      return Buffer.from('text' in part ? part.text : part.repeat.repeat(part.times))
    }),
  )
}

describe('the conformance kit', () => {
  it('001 §13.7: is what its definitions say; run the script `contracts` after a change', async () => {
    const generated = generateKit()
    for (const [name, text] of generated) expect(await readFile(join(folder, name), 'utf8')).toBe(text)
    const files = (await readdir(join(folder, 'cases'))).map((file) => `cases/${file}`)
    expect(files.sort()).toEqual([...generated.keys()].filter((name) => name !== 'index.json').sort())
  })

  it('has at least 150 cases, each under a name of its own', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150)
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
    expect(new Set(cases.map(({ title, id }) => `${title} ${id}`)).size).toBe(cases.length)
    for (const { id } of cases) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  it('001 §2–9, §11: has cases for every clause, and for every reading of one that is open', () => {
    const sections = [
      '2.1',
      '2.2',
      '2.3',
      '3',
      '4',
      '4.1',
      '4.2',
      '4.3',
      '4.4',
      '4.5',
      '4.6',
      '5.1',
      '5.2',
      '5.3',
      '5.4',
    ]
    const clauses = [...sections, '6', '7', '8', '9', '11'].map((section) => `001 §${section}`)
    expect(new Set(index.rules.map(({ clause }) => clause))).toEqual(new Set([...clauses, 'reading']))
    expect(index.rules.flatMap(({ clause, rule }) => (clause === 'reading' ? [rule] : []))).toEqual(readings)
    for (const { rule, cases: proofs } of index.rules) expect([rule, proofs]).not.toEqual([rule, []])
  })

  it('has no case that proves no rule', () => {
    const proofs = new Set(index.rules.flatMap((rule) => rule.cases))
    expect(proofs).toEqual(new Set(cases.map(({ id }) => id)))
  })
})

describe('the judge', () => {
  it.each(ofKind<InvocationCase>('invocation'))('decides %s as the kit says', (_, entry) => {
    const { stdout, files = {}, options, state, expect: expected, ...ended } = entry
    const paths = Array.from(new Set([...assetPaths(entry), ...Object.keys(files)]))
    const facts = paths.map((path) => [
      path,
      { file: 'file', directory: 'not_a_file', unreadable: 'unreadable', none: 'missing' }[files[path] ?? 'none'],
    ])
    const verdict = judge({ ...ended, stdout: bytesOf(stdout), files: Object.fromEntries(facts) as never }, options)
    const places = (list: { code: string; line?: number }[]) =>
      list.map(({ code, line }) => ({ code, ...(line !== undefined && { line }) }))
    expect({
      outcome: verdict.outcome,
      ...(verdict.errorCode !== undefined && { errorCode: verdict.errorCode }),
      events: verdict.events.map((event) => event.type),
      output: verdict.output,
      ...(expected.state !== undefined && { state: stateAfter(state as JsonObject, verdict) }),
      assets: verdict.assets,
      problems: places(verdict.problems),
      warnings: places(verdict.warnings),
    }).toEqual(expected)
    for (const { message, expected, fix, excerpt = '' } of [...verdict.problems, ...verdict.warnings]) {
      expect(message).toMatch(/^[A-Z"{].{8,}[.}]$/s)
      expect(expected.length).toBeGreaterThan(10)
      expect(fix).toMatch(/\.$/)
      expect(excerpt.length).toBeLessThanOrEqual(200)
    }
    for (const { line, excerpt } of verdict.problems) {
      expect(excerpt !== undefined && excerpt.length > 0).toBe(line !== undefined)
    }
  })
})

describe('the reader and the merge', () => {
  it.each(ofKind<InvocationCase>('invocation'))('read %s alike, however it is cut', (_, { stdout, options }) => {
    const bytes = bytesOf(stdout)
    const whole = readAll([bytes], options)
    const steps = bytes.length > 100_000 ? [65_536] : [1, 7, 100]
    for (const step of steps) {
      const places = Array.from({ length: Math.floor(bytes.length / step) }, (_, at) => at * step)
      expect(readAll(cut(bytes, places), options)).toEqual(whole)
    }
  })

  it.each(ofKind<MergeCase>('merge'))('merge %s as the kit says', (_, { target, patch, expect: expected }) => {
    expect(mergePatch(target as JsonValue, patch as JsonValue)).toEqual(expected.result)
  })
})

describe('the request schema', () => {
  it.each(ofKind<RequestCase>('request'))('decides %s as the kit says', (_, { request, expect: expected }) => {
    expect(matches(ToolRequest, request)).toBe(expected.valid)
  })
})

// Patches apply one by one: a merged output has lost the nulls that remove keys.
function stateAfter(state: JsonObject, { outcome, events }: Verdict): JsonObject {
  const patches =
    outcome === 'failed' ? [] : events.flatMap((event) => (event.type === 'state_patch' ? [event.patch] : []))
  return patches.reduce((merged, patch) => mergePatch(merged, patch), state)
}

function assetPaths({ stdout }: InvocationCase): string[] {
  return stdout.flatMap((part) =>
    'text' in part ? Array.from(part.text.matchAll(/"type":"asset".*?"path":"([^"]+)"/g), (match) => match[1]!) : [],
  )
}
