import { expect, it } from 'vitest'
import { explainIntent } from '../../src/eval/index.ts'
import { readIntents } from '../../src/intent/classify.ts'
import { StubPlanner } from '../../src/index.ts'
import { contractRequest, sampleSkill } from '../../src/testing/index.ts'

const skills = [
  sampleSkill({
    name: 'archive',
    scripts: [{ name: 'recall', stage: 'recall', triggers: [{ intent: 'question-about-past' }] }],
  }),
  sampleSkill({ name: 'lamp', scripts: [{ name: 'light', triggers: [{ intent: 'light' }] }] }),
  sampleSkill({ name: 'door', scripts: [{ name: 'examine', triggers: [{ intent: 'examine-door' }, 'examine door'] }] }),
]

async function planned(prompt: string): Promise<string[]> {
  const { tools } = await new StubPlanner().plan(contractRequest(prompt, { skills }))
  return tools.map(({ toolId }) => toolId.replace(/-\d+$/, ''))
}

it.each([
  ['who gave me the map again', ['recall']],
  ['i walk to the market', []],
  ['light the torch then examine the door', ['light', 'examine']],
  ['before i light the torch i examine the door', ['examine', 'light']],
  ['i examine the door after i light the torch', ['light', 'examine']],
  ['they accuse me of examining the door', []],
])('FR-063: %j is planned as %j by its meaning and order in time', async (prompt, steps) => {
  expect(await planned(prompt)).toEqual(steps)
})

it('the weights that decided for an intent are listed, strongest first', () => {
  const [strongest, next] = explainIntent('what did the smith say yesterday', 'question-about-past')
  expect(strongest).toEqual({ feature: expect.any(String), weight: expect.any(Number) })
  expect(Math.abs(strongest?.weight ?? 0)).toBeGreaterThanOrEqual(Math.abs(next?.weight ?? 0))
})

it.each([
  ['i hex the shepherds', 'deed-to-others', true],
  ['I would never hex the shepherds', 'deed-to-others', false],
  ['the old woman hexes the shepherds while i watch', 'deed-to-others', false],
  ['are the shepherds still cross with me', 'question-about-standing', true],
  ['are the shepherds cross with the miller', 'question-about-standing', false],
  ['whose idea was it to leave the mule behind', 'question-about-past', true],
  ['I ask the miller whose mule that is', 'question-about-past', false],
])('the meaning of the whole sentence counts: %j, %s, %j', (prompt, intent, isMeant) => {
  const found = readIntents(prompt).find((each) => each.intent === intent)
  expect(found!.score >= 0).toBe(isMeant)
})

it('the weights of the words of an intent add up to a reason', () => {
  const words = explainIntent('I would never hex the shepherds', 'deed-to-others')
  expect(words.find(({ feature }) => feature === 'never')!.weight).toBeLessThan(0)
  expect(words.find(({ feature }) => feature === 'hex')!.weight).toBeGreaterThan(0)
})

it('a prompt of typical length takes at most 5 ms of processor time, and the longest at most 500 ms', () => {
  const usage = (text: string) => {
    const before = process.cpuUsage()
    for (let count = 0; count < 20; count += 1) readIntents(text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 20_000
  }
  readIntents('warm up')
  usage('I light the torch and examine the door before I go down')
  expect(usage('I light the torch and examine the door before I go down')).toBeLessThan(5)
  expect(usage('who was it? '.repeat(333))).toBeLessThan(500)
})
