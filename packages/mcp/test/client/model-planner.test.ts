import { modelOf } from '@narratoria/models'
import { startFakeServer } from '@narratoria/models/testing'
import { ModelPlanner } from '@narratoria/planner'
import type { JsonObject } from '@narratoria/protocol'
import { createNarratoria } from '@narratoria/runtime'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fixture, openWorld } from './open-world.ts'

it('a planner with a model gets the schema of the tools of a server, plans one with inputs that fit, and it runs', async () => {
  const { folder, servers } = await openWorld((folder) => ({
    weather: { command: process.execPath, args: [fixture('sample.mjs'), folder] },
  }))
  const requests: JsonObject[] = []
  const plan = { steps: [{ do: 'get-forecast', with: { town: 'Pell' }, after: [] }], say: '' }
  const server = await startFakeServer({
    family: 'openai',
    answer: (body) => {
      requests.push(body)
      return JSON.stringify(plan)
    },
  })
  const model = modelOf({ provider: 'custom', baseUrl: server.baseUrl, model: 'fake-model' }, {})
  const narratoria = await createNarratoria({
    skillRoots: [],
    home: join(folder, 'home-of-the-model'),
    hostSkills: servers.skills,
    planner: new ModelPlanner({ model }),
  })
  onTestFinished(async () => {
    await narratoria.close({ force: true })
    await server.close()
  })
  const session = await narratoria.openSession()
  // No word of the prompt is one of the tool's, so that a planner without a model would not find it.
  const { plan: played, execution, narrative } = await session.play('Should I take a cloak?').result
  expect(played?.tools).toMatchObject([{ toolPath: 'tool:mcp-weather/get-forecast', input: { town: 'Pell' } }])
  expect(execution?.toolResults).toMatchObject([{ ok: true, returned: { sky: 'rain' } }])
  expect(narrative).toContain('Rain over Pell.')
  const asked = JSON.stringify(requests[0]!.messages)
  expect(asked).toContain('Gives the weather forecast of a town.')
  const schema = JSON.stringify(requests[0]!.response_format)
  expect(schema).toContain('get-forecast')
  expect(schema).toContain('"town":{"type":"string"')
})
