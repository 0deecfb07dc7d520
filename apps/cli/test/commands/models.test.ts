import { writeRandomModel } from '@narratoria/planner/testing'
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

it('FR-001: models can be pulled, listed, selected and removed', async () => {
  const home = temporaryFolder()
  const run = (...args: string[]) => narratoria(['models', ...args], { home })
  const model = join(home, 'random.gguf')
  writeRandomModel(model)
  const empty = await run('list')
  expect(empty.stdout).toMatch(
    /No local model.*qwen2\.5-0\.5b {2}0\.5B, about 491 MB, Apache-2\.0.*3B, about 2\.02 GB/s,
  )
  expect(await run('pull', model, '--name', 'one')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^one: .*sha256/),
  })
  expect((await run('pull', model, '--name', 'two')).code).toBe(0)
  expect((await run('use', 'two')).code).toBe(0)
  const { models } = JSON.parse((await run('list', '--json')).stdout) as {
    models: { name: string; selected: boolean }[]
  }
  expect(models).toMatchObject([
    { name: 'one', selected: false },
    { name: 'two', selected: true },
  ])
  expect((await run('remove', 'one')).code).toBe(0)
  expect(await run('use', 'one')).toMatchObject({ code: 2, stderr: expect.stringContaining('there are two') })
  expect(await run('pull', 'nonsense:x')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('hf:owner/repository'),
  })
})

it('FR-001: a model can be pulled from a URL; a wrong hash leaves no file', async () => {
  const home = temporaryFolder()
  const model = join(home, 'random.gguf')
  writeRandomModel(model)
  const server = createServer((_, response) => response.writeHead(200).end('<html>no model</html>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some.gguf`
  const refused = await narratoria(['models', 'pull', url, '--sha256', '0'.repeat(64)], { home })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('SHA-256') })
  expect(await narratoria(['models', 'pull', url], { home })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not a GGUF model'),
  })
  expect(readdirSync(join(home, 'home', 'models'))).toEqual([])
})

it.each<[string, RegExp, (path: string) => void]>([
  [
    'not a model',
    /not a GGUF model; use a file/,
    (path) => writeFileSync(path, 'A shopping list, and no model at all.'),
  ],
  ['cut off', /may be incomplete; download it again/, (path) => (writeRandomModel(path), truncateSync(path, 200_000))],
])(
  'FR-005: with a model file that is %s, a message says what to do and the stub planner plays',
  async (_, message, make) => {
    const home = temporaryFolder()
    mkdirSync(join(home, 'home', 'models'), { recursive: true })
    make(join(home, 'home', 'models', 'bad.gguf'))
    const { code, stdout, stderr } = await narratoria(['play', '--prompt', 'I light the torch', '--json'], { home })
    expect(stderr).toMatch(message)
    expect(stderr).toContain('the stub planner plays')
    expect({ code, turn: JSON.parse(stdout) as object }).toMatchObject({
      code: 0,
      turn: { fallback: false, attempts: [{ planner: 'stub' }] },
    })
  },
)

it('a story says how to select a model if none is selected', async () => {
  const home = temporaryFolder()
  mkdirSync(join(home, 'home', 'models'), { recursive: true })
  for (const name of ['one', 'two']) writeRandomModel(join(home, 'home', 'models', `${name}.gguf`))
  const { code, stderr } = await narratoria(['play'], { home, input: '/quit\n' })
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('no language model (narratoria models connect, or models use NAME)'),
  })
})

it('SC-002: an evaluation of a few prompts reports only the parts of the set that they come from', async () => {
  const few = await narratoria(['eval', 'planner', '--first', '1'])
  expect(few).toMatchObject({ code: 0, stdout: expect.stringMatching(/open half +[01] of 1 /) })
  expect(few.stdout).not.toMatch(/of 0 |held out/)
  const one = JSON.parse((await narratoria(['eval', 'planner', '--first', '1', '--json'])).stdout) as object
  expect(one).toMatchObject({ all: { total: 1 }, tuned: { total: 1 } })
  expect(one).not.toHaveProperty('heldOut')
  const spread = JSON.parse((await narratoria(['eval', 'planner', '--first', '30', '--json'])).stdout) as object
  expect(spread).toMatchObject({ all: { total: 30 }, heldOut: { total: expect.closeTo(15, -1) } })
})

it('SC-002: the evaluation reports both halves and each kind', async () => {
  const { code, stdout } = await narratoria(['eval', 'planner'])
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/chose right +\d+ of 410 .*open half.* of 205 .*held out.* of 205 .*past.* of 60 /s),
  })
  expect(await narratoria(['eval', 'planner', '--planner', 'llama'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('models list'),
  })
})
