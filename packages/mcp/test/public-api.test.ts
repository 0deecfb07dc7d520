import { expect, test } from 'vitest'
import * as mcp from '../src/index.ts'

test('the package exports these names and no others', () => {
  expect(Object.keys(mcp).toSorted()).toEqual(['createStoryHttpHandler', 'serveStoriesOverStdio'])
})
