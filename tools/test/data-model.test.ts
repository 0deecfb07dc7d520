import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { dataModel, dataModelPage, describeDataModel } from '../data-model.mjs'
import { compile, makeLinkedProject } from './linked-project.ts'

/** Every entity that the data model has, with how many fields, methods, values and rules of it a reader looks for. */
const specified = {
  Skill: 11,
  SkillErrorState: 4,
  SkillScript: 4,
  ConfigField: 8,
  PlanJson: 12,
  ToolInvocation: 8,
  RetryPolicy: 3,
  PlanMetadata: 3,
  PlanExecutionContext: 16,
  ToolExecutionState: 6,
  ToolResult: 10,
  ExecutionResult: 12,
  ProtocolEvent: 5,
  LogEvent: 3,
  StatePatchEvent: 1,
  AssetEvent: 5,
  UiEvent: 2,
  ErrorEvent: 3,
  DoneEvent: 2,
  ReplannRequest: 8,
  PlannerResponse: 2,
  SessionState: 4,
  ExecutionTrace: 4,
  TraceEntry: 9,
  ConfigPersistence: 4,
  NarratoriaPlanException: 1,
  CircularDependencyException: 1,
  InvalidPlanJsonException: 1,
  ToolExecutionFailedException: 3,
  DependencyFailedException: 2,
  PlanExecutionTimeoutException: 1,
  SkillNotAvailableException: 2,
  MaxRetryException: 2,
  deepMerge: 0,
  'Validation on construction': 0,
}

it('the page of the data model is what its source says', () => {
  expect(readFileSync(dataModelPage, 'utf8')).toBe(describeDataModel())
})

it('no entity of the specified data model is left out, and no part of one', () => {
  expect(Object.fromEntries(dataModel.map(({ entity, parts }) => [entity, parts.length]))).toEqual(specified)
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
  const types = dataModel
    .flatMap(({ type, parts }) => [type, ...parts.flatMap((part) => [part.type, ...(part.also ?? [])])])
    .filter(Boolean)
  const packages = ['protocol', 'protocol/skill', 'executor', 'skills', 'planner', 'runtime']
  const project = makeLinkedProject(['*.ts'])
  try {
    const source = [
      ...packages.map((name) => `import type * as ${basename(name)} from '@narratoria/${name}'`),
      // A member that a union does not have is `never`, and one of nothing in particular `any`; neither is an error by itself.
      'type Present<T> = [T] extends [never] ? never : 0 extends 1 & T ? never : true',
      ...types.map((type, at) => `export const part${at}: Present<${type}> = true`),
    ]
    writeFileSync(join(project, 'counterparts.ts'), source.join('\n'))
    expect(compile(project)).toBe('')
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})
