import { eventCases } from './event-cases.ts'
import type { KitCase } from './kit-case.ts'
import { lateCases } from './late-cases.ts'
import { mergeCases } from './merge-cases.ts'
import { requestCases } from './request-cases.ts'
import { casesOf, rules } from './rules.ts'
import { transportCases } from './transport-cases.ts'

/** Every case of the conformance kit. */
export const kitCases: KitCase[] = [...transportCases, ...eventCases, ...lateCases, ...mergeCases, ...requestCases]

/** Writes the kit: file names, relative to its folder, with their text. */
export function generateKit(): Map<string, string> {
  const ids = kitCases.map(({ id }) => id)
  const index = {
    version: '0',
    rules: rules.map(([clause, rule, cases]) => ({ clause, rule, cases: casesOf(cases, ids) })),
    cases: kitCases.map(({ id, kind, clauses, title }) => ({ id, kind, clauses, title, file: `cases/${id}.json` })),
  }
  return new Map([
    ['index.json', text(index)],
    ...kitCases.map((entry): [string, string] => [`cases/${entry.id}.json`, text(entry)]),
  ])
}

function text(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
