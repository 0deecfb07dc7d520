import { startFakeServer } from '@narratoria/models/testing'
import type { JsonObject } from '@narratoria/protocol'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tideDraft, tidePremise } from '../../../../packages/campaigns/test/premise/tide-draft.ts'
import { narratoria, temporaryFolder } from '../command-line.ts'

/** A home that is connected to a server which gives these answers to the question for a world, one after the other. */
async function connected(...worlds: (object | string)[]) {
  const home = temporaryFolder()
  let asked = 0
  const answer = (body: JsonObject) => {
    const text = JSON.stringify(body)
    if (!text.includes('builds the world') && !text.includes('build the world'))
      return text.includes('"act"') ? '{"act":{"kind":"open","wide":true}}' : 'Dust hangs in the light.'
    const world = worlds[Math.min(asked++, worlds.length - 1)]!
    return typeof world === 'string' ? world : JSON.stringify(world)
  }
  const server = await startFakeServer({ family: 'openai', answer })
  onTestFinished(() => server.close())
  await narratoria(['models', 'connect', server.baseUrl, '--name', 'home'], { home })
  const play = async (...options: string[]) => {
    const run = await narratoria(['play', '--premise', tidePremise, '--session', 'tide', ...options], {
      home,
      input: '/quit\n',
    })
    const questions = server.requests.filter((body) => JSON.stringify(body).includes('build the world'))
    return { ...run, questions }
  }
  return { home, play }
}

it('§16: a connected model builds the world of a premise, which is exported with its mark', async () => {
  const { home, play } = await connected(tideDraft)
  const { code, stdout, stderr, questions } = await play()
  expect(code, stderr).toBe(0)
  expect(stdout).toContain('Ilse, the clockmaker, kneels before the tide clock')
  expect(questions).toHaveLength(1)
  const exported = await narratoria(['campaign', 'export', 'tide', './tide'], { home })
  expect(exported.code, exported.stderr).toBe(0)
  expect(JSON.parse(readFileSync(join(home, 'tide/manifest.json'), 'utf8'))).toMatchObject({
    generated: true,
    generated_by: expect.any(String),
  })
  expect(await narratoria(['campaign', 'check', './tide'], { home })).toMatchObject({ stdout: './tide: no problems\n' })
})

it('a world with a fault is corrected once, with what was wrong', async () => {
  const { play } = await connected({ ...tideDraft, start: 'attic' }, tideDraft)
  const { stdout, questions } = await play()
  expect(stdout).toContain('Ilse, the clockmaker, kneels')
  expect(questions).toHaveLength(2)
  expect(JSON.stringify(questions[1])).toContain('attic')
  expect(JSON.stringify(questions[1])).toContain('none of the places')
})

it('a world that is wrong twice is built without the model, and the player is informed', async () => {
  const { home, play } = await connected({ ...tideDraft, start: 'attic' }, 'no JSON at all')
  const { code, stdout, stderr, questions } = await play()
  expect(code).toBe(0)
  expect(questions).toHaveLength(2)
  expect(stderr).toContain('the world is built without a model')
  expect(stdout).toContain('Ilse')
  await narratoria(['campaign', 'export', 'tide', './tide'], { home })
  expect(JSON.parse(readFileSync(join(home, 'tide/manifest.json'), 'utf8'))).not.toHaveProperty('generated')
})

it('no model is asked by --planner stub', async () => {
  const { play } = await connected(tideDraft)
  const { questions } = await play('--planner', 'stub')
  expect(questions).toEqual([])
})
