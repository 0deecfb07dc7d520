import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClient } from '../support/api-client.ts'
import { type World, openWorld } from '../support/world.ts'

interface Document {
  openapi: string
  paths: Record<string, Record<string, { operationId: string }>>
}

let world: World
beforeAll(async () => void (world = await openWorld()))
afterAll(() => world.close())

const read = async () => (await apiClient(world.url).get<Document>('/openapi.json')).body

test('the API describes itself, and the description is the one that is published', async () => {
  await expect(`${JSON.stringify(await read(), null, 2)}\n`).toMatchFileSnapshot('../../openapi.json')
})

test('the description is valid OpenAPI 3.1', async () => {
  const document = await read()
  expect(document.openapi).toBe('3.1.0')
  const { valid, errors } = await new Validator().validate(document as unknown as Record<string, unknown>)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('every operation has a name of its own', async () => {
  const { paths } = await read()
  const names = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('followSession')
})
