import { expect, test } from 'vitest'
import { openNarrated } from '../fixtures/model-narrator.ts'

test('a continuation is narrated by the model, which plans nothing', async () => {
  const answers = { narration: 'The rain begins.' }
  const { host, asked } = await openNarrated(answers)
  const session = await host.openSession()
  await session.play('I wait').result
  answers.narration = 'It rains until dawn.'
  const turn = await session.continue().result
  expect(turn).toMatchObject({ prompt: '', narrative: 'It rains until dawn.', status: 'stored', fallback: false })
  expect(turn.plan?.tools.map(({ input }) => input)).toEqual([{ prompt: '' }])
  expect(asked.filter(({ kind }) => kind === 'narration')).toHaveLength(2)
  expect((await session.turns()).map(({ narrative }) => narrative)).toEqual([
    'The rain begins.',
    'It rains until dawn.',
  ])
})
