import { expect, expectTypeOf, test } from 'vitest'
import * as mcp from '../src/index.ts'
import type { McpErrorCode } from '../src/index.ts'

test('the package exports these names and no others', () => {
  expect(Object.keys(mcp).toSorted()).toEqual([
    'McpConfig',
    'McpError',
    'createStoryHttpHandler',
    'knownSkills',
    'openMcpServers',
    'parseServers',
    'serveStoriesOverStdio',
  ])
})

test('error codes are these', () => {
  expectTypeOf<McpErrorCode>().toEqualTypeOf<
    'invalid_config' | 'unknown_server' | 'name_taken' | 'variable_missing' | 'server_unavailable'
  >()
  expect(new mcp.McpError('unknown_server', 'so')).toMatchObject({ name: 'McpError', code: 'unknown_server' })
})
