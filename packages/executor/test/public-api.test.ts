import type { JsonObject } from '@narratoria/protocol'
import { expect, it } from 'vitest'
import * as api from '../src/index.ts'

it('publishes these names and no others', () => {
  expect(Object.keys(api).sort()).toEqual([
    'CircularDependencyError',
    'Executor',
    'ExecutorClosedError',
    'InvalidPlanError',
    'ProcessRunner',
    'SandboxRunner',
    'WorkerRunner',
    'createPlan',
    'openRegularFile',
    'toMermaid',
    'traceTo',
    'validatePlan',
  ])
})

it.each([
  [{ planTimeoutMs: Number.NaN }, 'planTimeoutMs must be a non-negative number; it is NaN'],
  [{ toolTimeoutMs: -5 }, 'toolTimeoutMs must be a non-negative number; it is -5'],
  [{ limits: { maxLineBytes: Number.NaN } }, 'maxLineBytes'],
  [{ prewarm: { maxIdleMs: Number.NaN } }, 'maxIdleMs'],
  [{ toolTimeoutMs: 5n }, 'toolTimeoutMs must be a non-negative number; it is 5'],
  [{ toolTimeoutMs: '5000' }, 'toolTimeoutMs must be a non-negative number; it is "5000"'],
  [{ limits: { maxEvents: '9' } }, 'maxEvents must be a non-negative number; it is "9"'],
  [{ maxConcurrency: 0 }, 'maxConcurrency must be a positive integer or Infinity; it is 0'],
  [{ maxConcurrency: 1.5 }, 'maxConcurrency must be a positive integer or Infinity; it is 1.5'],
  [{ maxConcurrency: '4' }, 'maxConcurrency must be a positive integer or Infinity; it is "4"'],
])('throws for an invalid limit: %o', (options, message) => {
  const open = () => new api.Executor(options as api.ExecutorOptions)
  expect(open).toThrow(RangeError)
  expect(open).toThrow(message)
})

it('says what is wrong with folders and a state that are of another type', async () => {
  const roots = './tools' as unknown as string[]
  expect(() => new api.Executor({ roots })).toThrow('The folders must be a list of paths; they are "./tools".')
  const executor = new api.Executor()
  const plan = { requestId: crypto.randomUUID(), tools: [], narrative: 'You wait.' }
  await expect(executor.execute(plan, { roots })).rejects.toThrow('The folders must be a list of paths')
  const state = ['torch'] as unknown as JsonObject
  await expect(executor.execute(plan, { state })).rejects.toThrow('The state must be a JSON object; it is ["torch"].')
  await executor.close()
})

it('keeps its error codes', () => {
  const codes: Record<api.ExecutorErrorCode, true> = {
    invalid_plan: true,
    circular_dependency: true,
    executor_closed: true,
  }
  const errors = [
    new api.InvalidPlanError(['x']),
    new api.CircularDependencyError(['a', 'a'], ['x']),
    new api.ExecutorClosedError(),
  ]
  expect(errors.map(({ code }) => code)).toEqual(Object.keys(codes))
})
