import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dataModel, dataModelPage, describeDataModel } from '../data-model.mjs'
import { compile, makeLinkedProject } from './linked-project.ts'

it('the page of the data model is what its source says', () => {
  expect(readFileSync(dataModelPage, 'utf8')).toBe(describeDataModel())
})

it('every part of the data model has a counterpart or a reason', () => {
  const parts = dataModel.flatMap(({ entity, type, reason, parts: inside }) => [
    { name: entity, type, reason },
    ...inside.map((part) => ({ ...part, name: `${entity}.${part.name}` })),
  ])
  expect(parts.filter(({ type, reason }) => !type && !reason).map(({ name }) => name)).toEqual([])
  expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length)
})

it('every counterpart is there, as the compiler sees the built packages', { timeout: 300_000 }, () => {
  const types = dataModel.flatMap(({ type, parts }) => [type, ...parts.map((part) => part.type)]).filter(Boolean)
  const packages = ['protocol', 'executor', 'skills', 'planner', 'runtime']
  const project = makeLinkedProject(['*.ts'])
  try {
    const source = [
      ...packages.map((name) => `import type * as ${name} from '@narratoria/${name}'`),
      // A member that a union does not have is `never` and no error by itself.
      'type Present<T> = [T] extends [never] ? never : true',
      ...types.map((type, at) => `export const part${at}: Present<${type}> = true`),
    ]
    writeFileSync(join(project, 'counterparts.ts'), source.join('\n'))
    expect(compile(project)).toBe('')
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})
