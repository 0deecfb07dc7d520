import type { RequestCase } from './kit-case.ts'

const full = {
  version: '0',
  requestId: '550e8400-e29b-41d4-a716-446655440000',
  tool: 'torch-lighter',
  operation: 'invoke',
  input: { action: 'light_torch' },
  dependencies: {},
  state: {},
  attempt: 1,
  idempotencyKey: 'k',
}

const request = (id: string, title: string, change: Record<string, unknown>, valid: boolean): RequestCase => ({
  kind: 'request',
  id: `request-${id}`,
  clauses: ['001 §6', 'reading'],
  title,
  request: JSON.parse(JSON.stringify({ ...full, ...change })) as RequestCase['request'],
  expect: { valid },
})

/** 001 §6: what a tool finds on standard input. */
export const requestCases: RequestCase[] = [
  request('plain', 'The smallest request', {}, true),
  request(
    'dependencies',
    'Outputs of dependencies, null where an optional one failed',
    { dependencies: { a: { x: 1 }, b: null } },
    true,
  ),
  request(
    'turn',
    'A turn with its line',
    {
      sessionId: 's',
      turn: {
        id: 't',
        seq: 7,
        line: [
          [1, 3],
          [7, 7],
        ],
      },
    },
    true,
  ),
  request('skill', 'A tool of a skill', { skill: { name: 's', dataDir: '/data', config: { key: 'v' } } }, true),
  request('host', 'A host with a model', { host: { baseUrl: 'http://127.0.0.1:8080/v1', token: 't' } }, true),
  request('future', 'Fields of later versions', { future: { a: 1 } }, true),
  request('version-missing', 'A request states its version', { version: undefined }, false),
  request('version-other', 'The version is "0"', { version: 0 }, false),
  request('input-missing', 'A request has an input', { input: undefined }, false),
  request('input-list', 'An input is an object', { input: [] }, false),
  request('state-null', 'A state is an object', { state: null }, false),
  request('attempt-zero', 'Attempts count from 1', { attempt: 0 }, false),
  request('dependency-list', 'An output is an object or null', { dependencies: { a: [] } }, false),
  request('turn-range', 'A range has two ends', { turn: { id: 't', seq: 1, line: [[1]] } }, false),
]
