import { ScriptedPlanner } from '@narratoria/planner/testing'
import { expect, it } from 'vitest'
import { SwitchingPlanner } from '../../src/host/open-host.ts'

it('limits itself as the current planner does, so that a slow model is not cut off', () => {
  const remote = Object.assign(new ScriptedPlanner([], 'model'), { limitsItself: true })
  const planner = new SwitchingPlanner(remote)
  expect(planner).toMatchObject({ name: 'model', limitsItself: true })
  planner.use()
  expect(planner).toMatchObject({ name: 'stub', limitsItself: false })
})
