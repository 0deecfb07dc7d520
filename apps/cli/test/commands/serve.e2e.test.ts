import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeRandomModel } from '@narratoria/planner/testing'
import { expect, test } from 'vitest'
import { startCommand, startProgram, temporaryFolder, until } from '../command-line.ts'

test('serve exits with 0 on Ctrl-C', async () => {
  const child = startProgram(['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  expect((await fetch(/http:\S+/.exec(line.toString())![0])).ok).toBe(true)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('serve switches to a working model; a broken one is reported and changes nothing', async () => {
  const folder = temporaryFolder()
  const models = join(folder, 'home', 'models')
  mkdirSync(models, { recursive: true })
  writeFileSync(join(models, 'broken.gguf'), 'not a model')
  writeRandomModel(join(models, 'tiny.gguf'))
  const command = startCommand(['serve', '--port', '0', '--planner', 'stub'], { home: folder })
  await until(() => /http:\S+\n/.test(command.stdout))
  const url = new URL(/http:\S+/.exec(command.stdout)![0])
  const change = async (body: object) => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(new URL('/api/settings', url), { method: 'PATCH', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as object }
  }
  const info = async () => (await (await fetch(new URL('/api/info', url))).json()) as { settings: object }
  const names = (await info()).settings as { models: { id: string }[] }
  const [broken, tiny] = ['broken', 'tiny'].map((name) => names.models.find(({ id }) => id.includes(name))!.id)

  expect(await change({ model: broken })).toMatchObject({
    status: 422,
    body: { error: { issues: [{ field: 'model' }] } },
  })
  expect(await info()).toMatchObject({ settings: { planner: 'stub', model: null } })
  expect(await change({ model: tiny })).toMatchObject({
    status: 200,
    body: { settings: { planner: 'auto', model: tiny } },
  })
  expect(await change({ planner: 'stub' })).toMatchObject({
    status: 200,
    body: { settings: { planner: 'stub', model: null } },
  })
  expect(await change({ planner: 'other' })).toMatchObject({ status: 422 })
})
