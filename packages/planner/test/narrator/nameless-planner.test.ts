import { listIssues, TurnEvent } from '@narratoria/protocol'
import { expect, it } from 'vitest'
import { Narrator, type NarratorEvent, type Planner } from '../../src/index.ts'
import { fakeExecute } from './fake-execute.ts'

const plan = {
  requestId: '00000000-0000-4000-8000-000000000001',
  narrative: 'Nothing moves.',
  tools: [],
  metadata: { generationAttempt: 1, parentPlanId: null },
}

async function play(planner: Planner, fallback: Planner) {
  const events: NarratorEvent[] = []
  const narrator = new Narrator({ planner, fallback, execute: fakeExecute({}).execute })
  const request = { prompt: 'I try', state: {}, recentTurns: [], skills: [] }
  const { attempts } = await narrator.play(request, { onEvent: (event) => void events.push(event) })
  return { attempts, events }
}

it.each([undefined, '', 7])('001 §13.7: a planner named %j, as JavaScript allows, breaks no event', async (name) => {
  const good = { name, plan: async () => plan } as unknown as Planner
  const bad = { name, plan: () => Promise.reject(new Error('no idea')) } as unknown as Planner
  const played = [await play(good, good), await play(bad, good)]
  for (const { attempts, events } of played) {
    for (const event of events) expect(listIssues(TurnEvent, JSON.parse(JSON.stringify(event)))).toEqual([])
    expect(events.filter(({ type }) => type === 'plan')).toMatchObject([
      { planner: 'unnamed', plan: { metadata: { planner: 'unnamed' } } },
    ])
    expect(attempts).toMatchObject([{ planner: 'unnamed' }])
  }
  expect(played[1]?.events[0]).toMatchObject({
    type: 'warning',
    message: 'the planner "unnamed" failed: no idea; "unnamed" plans the rest of this turn',
  })
})
