import type { Plan, ProtocolEvent, ToolInvocation } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { type Execute, Narrator, type NarratorEvent } from '../../src/index.ts'
import { sampleSkill, ScriptedPlanner } from '../../src/testing/index.ts'
import { fakeExecute, narration } from './fake-execute.ts'

const skills = ['torch', 'door', 'teller'].map((name) =>
  sampleSkill({ name, scripts: [{ name, stage: name === 'teller' ? 'narrate' : 'act' }] }),
)
const tool = (name: string, dependencies: string[] = []): ToolInvocation => ({
  toolId: name,
  toolPath: `/skills/${name}/scripts/${name}.mjs`,
  input: {},
  dependencies,
})

interface Game {
  execute: Execute
  answers: Partial<Plan>[]
  maxGenerations?: number
}

async function play({ answers, ...options }: Game) {
  const planner = new ScriptedPlanner(answers)
  const shown: NarratorEvent[] = []
  const narrator = new Narrator({ planner, fallback: planner, ...options })
  const outcome = await narrator.play(
    { prompt: 'I try', state: {}, recentTurns: [], skills },
    { onEvent: (event) => void shown.push(event) },
  )
  return { outcome, shown: shown.findLast(({ type }) => type === 'narration') }
}

describe('an act that the story forbids', () => {
  const plan = { tools: [tool('door'), tool('teller', ['door'])] }
  const refused = { refused: true, summary: 'The door is locked.' }

  it('001 §4.2: is not planned again, and the player reads why', async () => {
    const { execute, runs } = fakeExecute({ door: [refused], teller: [{ events: [narration('You wait.')] }] })
    const { outcome, shown } = await play({ execute, answers: [plan] })
    expect(outcome).toMatchObject({ fallback: false, narrative: 'The door is locked.\n\nYou wait.' })
    expect(shown).toMatchObject({ text: outcome.narrative })
    expect(runs).toEqual(['door', 'teller'])
  })

  it('is not reported twice', async () => {
    const narrative = 'You push.  The door\nis locked.'
    const { execute } = fakeExecute({ door: [refused], teller: [{ events: [narration(narrative)] }] })
    expect((await play({ execute, answers: [plan] })).outcome.narrative).toBe(narrative)
  })

  it('is reported where no plan succeeds', async () => {
    const { execute } = fakeExecute({ door: [refused], teller: [{ state: 'failed' }] })
    const { outcome } = await play({ execute, answers: [plan], maxGenerations: 1 })
    expect(outcome).toMatchObject({ fallback: true, narrative: expect.stringContaining('The door is locked.') })
  })
})

describe('an act that failed', () => {
  const error: ProtocolEvent = { version: '0', type: 'error', errorCode: 'wet', errorMessage: 'The torch is wet' }
  const failed = {
    torch: [{ state: 'failed' as const, events: [error] }],
    teller: [{ events: [narration('You wait.')] }],
  }
  const first = { tools: [tool('torch'), tool('teller', ['torch'])] }

  it('is reported in the words of its tool, if no later plan replaced it', async () => {
    const { execute } = fakeExecute(failed)
    const { outcome, shown } = await play({ execute, answers: [first, { tools: [tool('teller')] }] })
    expect(outcome).toMatchObject({ fallback: false, narrative: 'The torch is wet.\n\nYou wait.' })
    expect(shown).toMatchObject({ text: outcome.narrative })
  })

  it('is not reported if a later plan completed another act', async () => {
    const { execute } = fakeExecute({ ...failed, door: [{ events: [narration('You open the door.')] }] })
    const { outcome } = await play({ execute, answers: [first, { tools: [tool('door'), tool('teller', ['door'])] }] })
    expect(outcome.narrative).toBe('You open the door.\n\nYou wait.')
  })
})
