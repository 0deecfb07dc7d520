import { expect, it } from 'vitest'
import * as api from '../src/index.ts'

it('publishes these names and no others', () => {
  expect(Object.keys(api).sort()).toEqual([
    'CircularDependencyError',
    'Executor',
    'ExecutorClosedError',
    'InvalidPlanError',
    'ProcessRunner',
    'systemClock',
    'toMermaid',
    'traceTo',
    'validatePlan',
  ])
})

it('keeps its error codes', () => {
  expect(new api.InvalidPlanError(['x']).code).toBe('invalid_plan')
  expect(new api.CircularDependencyError(['a', 'a'], ['x']).code).toBe('circular_dependency')
  expect(new api.ExecutorClosedError().code).toBe('executor_closed')
})
