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
