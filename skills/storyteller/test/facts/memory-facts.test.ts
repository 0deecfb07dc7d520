import { describe, expect, test } from 'vitest'
import { narrateTurn, sentencesOf } from '../narrate-turn.ts'

describe('memories', () => {
  const recalled = (...texts: string[]) => ({
    recall1: { memory: { recalled: texts.map((text) => ({ text, turn: 1 })) } },
  })

  test('002 US4.3: a recalled question stays a question with one question mark', async () => {
    for (let seq = 20; seq < 30; seq++) {
      const { prose } = await narrateTurn({
        prompt: 'I wait',
        seq,
        dependencies: recalled('Should I light the torch?'),
      })
      expect(prose).toContain('should you light the torch?')
      expect(prose).not.toMatch(/[?!]\.|you (?:still )?know|word for word/)
    }
  })

  test.each([
    ['LIGHT THE TORCH NOW', 'you lit the torch now'],
    ['light torch', 'you lit the torch'],
    ['I examine the door, light the torch, and steal a ring', 'you examined the door, lit the torch, and stole a ring'],
    ['I almost fall asleep', 'you almost fell asleep'],
    ['I want to leave, so I wait until night', 'you wanted to leave, so you waited until night'],
    ['"Stop!" I shout to Mara', '"Stop!" you shout to Mara'],
    ['Without a sound I leave', 'without a sound you leave'],
  ])('002 US4.3: "%s" is recalled as "%s"', async (text, recalledText) => {
    expect((await narrateTurn({ prompt: 'I wait', seq: 20, dependencies: recalled(text) })).prose).toContain(
      recalledText,
    )
  })

  test('FR-054: two memories of one turn start differently', async () => {
    for (let seq = 20; seq < 32; seq++) {
      const { prose } = await narrateTurn({
        prompt: 'I wait',
        seq,
        dependencies: recalled('the well is dry', 'the mill is old'),
      })
      const begins = sentencesOf(prose).map((sentence) => sentence.split(' ').slice(0, 2).join(' '))
      expect(new Set(begins).size, prose).toBe(begins.length)
    }
  })

  test('002 US4.3: for two notes on one subject the prose says which is newer', async () => {
    const memory = {
      recalled: [
        { text: 'The ferry is running again.', turn: 9 },
        { text: 'The ferry is gone.', turn: 2 },
      ],
    }
    for (let seq = 20; seq < 28; seq++) {
      const asked = await narrateTurn({
        prompt: 'What do I know about the ferry?',
        seq,
        dependencies: { recall: { memory } },
      })
      expect(asked.prose).toMatch(
        /(?:once|one time|before|older)\b[^.]*: the ferry is gone\..*(?:later|since|newer)\b[^.]*: the ferry is running again\./i,
      )
    }
    const noted = await narrateTurn({
      prompt: 'Remember that the ferry has sunk',
      seq: 20,
      dependencies: { recall: { memory: { recalled: memory.recalled.slice(0, 1) } } },
    })
    expect(noted.prose).toMatch(/(?:once|one time|before|older)\b[^.]*: the ferry is running again\./i)
  })

  test('002 US4.3: an empty recall is only narrated if the player asks for a memory', async () => {
    const dependencies = { recall: { memory: { recalled: [] } } }
    const silence = /nothing comes|memory is silent|find nothing/i
    expect((await narrateTurn({ prompt: 'What happened at the mill?', dependencies })).prose).toMatch(silence)
    expect((await narrateTurn({ prompt: 'I walk to the mill', dependencies })).prose).not.toMatch(silence)
    expect((await narrateTurn({ prompt: 'What happened at the mill?' })).prose).not.toMatch(silence)
  })

  test('002 US4.3: common words of questions recall nothing', async () => {
    const state = { discovered: { inscription: 'Who forgets a name is awaited.' } }
    expect((await narrateTurn({ prompt: 'Who rules this land?', state })).prose).not.toContain('awaited')
  })

  test('002 US4.3: a light that is lit in the state is not narrated as put out', async () => {
    const { prose } = await narrateTurn({
      prompt: 'I blow out the torch',
      state: { inventory: { torch: { lit: true } } },
    })
    expect(prose).toMatch(/steadies|the flame is back|stands up again|grows again/)
  })
})
