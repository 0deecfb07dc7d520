import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, textOf } from './markdown.ts'

interface Mutation {
  requirement: string
  file: string
  find: string
  replace: string
  build?: string
  tests: string[]
}
const mutations = JSON.parse(textOf('tools/mutations.json')) as Mutation[]
const requirements = JSON.parse(textOf('docs/requirements/requirements.json')) as { id: string }[]

it('at least fifty behaviours can be broken, of functional requirements, success criteria, protocol and stories', () => {
  expect(new Set(mutations.map(({ requirement }) => requirement)).size).toBeGreaterThanOrEqual(50)
  for (const family of ['FR-', 'SC-', '001 ', 'P3 '])
    expect(mutations.filter(({ requirement }) => requirement.startsWith(family)).length).toBeGreaterThanOrEqual(6)
  const known = requirements.map(({ id }) => id)
  expect(mutations.filter(({ requirement }) => !known.includes(requirement))).toEqual([])
})

// Whether the cited tests notice is for `node tools/run.mjs mutate` to try; here, that there is still something to try.
it.each(mutations)('$requirement: the code to break is there, once, and so are its tests', (mutation) => {
  expect(textOf(mutation.file).split(mutation.find).length - 1).toBe(1)
  expect(mutation.replace).not.toBe(mutation.find)
  if (mutation.build !== undefined) expect(mutation.file.startsWith(`${mutation.build}/src/`)).toBe(true)
  expect(mutation.tests.filter((test) => !existsSync(join(root, test)))).toEqual([])
})
