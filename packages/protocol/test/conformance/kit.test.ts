import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judge, type Verdict } from '../../src/conformance/index.ts'
import { type JsonObject, matches, mergePatch, ToolRequest } from '../../src/index.ts'
import { cut } from '../arbitraries.ts'
import { readAll } from '../read/read-all.ts'
import type { InvocationCase, KitCase, MergeCase, Part, RequestCase } from './kit-case.ts'

const folder = join(import.meta.dirname, '../../conformance-kit')
const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(join(folder, file), 'utf8'))
const index = (await readJson('index.json')) as {
  rules: { clause: string; rule: string; cases: string[] }[]
  cases: { id: string; kind: string; clauses: string[]; title: string; file: string }[]
}
const cases = (await Promise.all(index.cases.map(({ file }) => readJson(file)))) as KitCase[]
const ids = cases.map(({ id }) => id)
const ofKind = <Case extends KitCase>(kind: Case['kind']) =>
  cases.filter((entry): entry is Case => entry.kind === kind).map((entry) => [entry.id, entry] as const)

/** The clauses of the tool protocol that the kit covers; `reading` marks what the protocol leaves open. */
const clauses = '2.1 2.2 2.3 3 4 4.1 4.2 4.3 4.4 4.5 4.6 5.1 5.2 5.3 5.4 6 7 8 9 11'
  .split(' ')
  .map((at) => `001 §${at}`)

describe('the conformance kit', () => {
  it('001 §13.7: index.json lists every case file once, with the kind, clauses and title of the file', async () => {
    const files = (await readdir(join(folder, 'cases'))).map((file) => `cases/${file}`)
    expect(index.cases.map(({ file }) => file).toSorted()).toEqual(files.toSorted())
    expect(index.cases).toEqual(cases.map((entry) => ({ ...headOf(entry), file: `cases/${entry.id}.json` })))
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  it('has 248 cases, so that none is lost by mistake', () => {
    expect(new Set(ids).size).toBe(248)
  })

  it('001 §2–9, §11: has a rule with cases for every clause and for every open point', () => {
    expect(new Set(index.rules.map(({ clause }) => clause))).toEqual(new Set([...clauses, 'reading']))
    expect(index.rules.filter(({ clause }) => clause === 'reading')).toHaveLength(14)
    expect(index.rules.filter((rule) => rule.cases.length === 0)).toEqual([])
  })

  it('has no case without a rule, and no rule with an unknown case', () => {
    expect(new Set(index.rules.flatMap((rule) => rule.cases))).toEqual(new Set(ids))
  })
})

describe('the judge', () => {
  it.each(ofKind<InvocationCase>('invocation'))('judges %s as the kit expects', (_, entry) => {
    const { stdout, options, state, expect: expected, ...ended } = entry
    const verdict = judge({ ...ended, stdout: bytesOf(stdout), files: filesOf(entry) }, options)
    expect({
      outcome: verdict.outcome,
      ...(verdict.errorCode !== undefined && { errorCode: verdict.errorCode }),
      events: verdict.events.map((event) => event.type),
      output: verdict.output,
      ...(expected.state !== undefined && { state: stateAfter(state!, verdict) }),
      assets: verdict.assets,
      problems: codesOf(verdict.problems),
      warnings: codesOf(verdict.warnings),
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
  it.each(ofKind<InvocationCase>('invocation'))('read %s the same in chunks of any size', (_, { stdout, options }) => {
    const bytes = bytesOf(stdout)
    const whole = readAll([bytes], options)
    const steps = bytes.length > 100_000 ? [65_536] : [1, 7, 100]
    for (const step of steps) {
      const offsets = Array.from({ length: Math.floor(bytes.length / step) }, (_, at) => at * step)
      expect(readAll(cut(bytes, offsets), options)).toEqual(whole)
    }
  })

  it.each(ofKind<MergeCase>('merge'))('merge %s as the kit expects', (_, { target, patch, expect: expected }) => {
    expect(mergePatch(target, patch)).toEqual(expected.result)
  })
})

describe('the request schema', () => {
  it.each(ofKind<RequestCase>('request'))(
    'accepts or refuses %s as the kit expects',
    (_, { request, expect: expected }) => expect(matches(ToolRequest, request)).toBe(expected.valid),
  )
})

function headOf(entry: KitCase) {
  const { id, kind, clauses, title } = entry as KitCase & { clauses: string[]; title: string }
  return { id, kind, clauses, title }
}

function bytesOf(parts: Part[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => {
      if ('base64' in part) return Buffer.from(part.base64, 'base64')
      return Buffer.from('text' in part ? part.text : part.repeat.repeat(part.times))
    }),
  )
}

/** What a host finds at each asset's path: `missing` unless the case names a file there. */
function filesOf({ stdout, files = {} }: InvocationCase) {
  const named = stdout.flatMap((part) =>
    'text' in part ? Array.from(part.text.matchAll(/"type":"asset".*?"path":"([^"]+)"/g), (match) => match[1]!) : [],
  )
  const facts = { file: 'file', directory: 'not_a_file', unreadable: 'unreadable', none: 'missing' } as const
  return Object.fromEntries([...named, ...Object.keys(files)].map((path) => [path, facts[files[path] ?? 'none']]))
}

function codesOf(list: { code: string; line?: number }[]) {
  return list.map(({ code, line }) => ({ code, ...(line !== undefined && { line }) }))
}

// Patches apply one by one: a merged output has lost the nulls that remove keys.
function stateAfter(state: JsonObject, { outcome, events }: Verdict): JsonObject {
  const patches =
    outcome === 'failed' ? [] : events.flatMap((event) => (event.type === 'state_patch' ? [event.patch] : []))
  return patches.reduce((merged, patch) => mergePatch(merged, patch), state)
}
