import { expect, test } from 'vitest'
import * as web from '../dist/server/index.js'

test('the package exports what it says, and nothing else', () => {
  expect(Object.keys(web).toSorted()).toEqual(['WebError', 'createWebServer'])
})

test('a missing token is told by its code, as an error of Narratoria', async () => {
  const failure: unknown = await web
    .createWebServer({ narratoria: {} as never, host: '0.0.0.0' })
    .catch((error: unknown) => error)
  expect(web.WebError.isInstance(failure)).toBe(true)
  expect(failure).toMatchObject({ name: 'WebError', code: 'token_required' })
})
