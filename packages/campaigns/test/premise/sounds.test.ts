import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildFitting } from './build-fitting.ts'
import { readPremise } from '../../src/premise/read-premise.ts'

describe('the sound in a premise', () => {
  const premise = 'The radio operator of an arctic freighter hears a knocking from inside the sealed hold.'

  it('is heard where the story begins, is what it is about, and can be asked about', () => {
    const player = new WorldPlayer(buildFitting(premise, { seed: 1 }))
    expect(player.play('look').text).toContain('knocking from inside the sealed hold')
    expect(player.play('listen').text).toContain('knocking from inside the sealed hold')
    expect(player.play('what is my goal?').text).toContain('knocking')
    expect(player.play('ask about the knocking').text).toMatch(/“.*”/)
  })

  it.each([
    ['The night guard of a wax museum hears footsteps after closing time.', { name: 'footsteps' }],
    ['A nun hears singing from the dry well every midnight.', { name: 'singing', from: 'from the dry well' }],
    ['A tailor hears that the war is over.', undefined],
    ['A tailor has never heard of the war.', undefined],
  ])('%s', (text, sound) => {
    expect(readPremise(text).sound).toEqual(sound)
  })
})

describe('who plays in a premise', () => {
  it.each([
    ['A wedding photographer at a seaside hotel is accused of stealing the bride’s ring.', 'wedding photographer'],
    ['A botanist on a space station grows a plant that whispers.', 'botanist'],
    ['A court stenographer is blackmailed by a juror.', 'court stenographer'],
    ['A young priest arrives in a mining town where the bell rings by itself.', 'young priest'],
    ['A film crew in the jungle.', undefined],
    ['The inspector arrives at noon, and nobody is ready.', undefined],
  ])('%s', (text, player) => {
    expect(readPremise(text).player?.name).toBe(player)
  })

  it('misses who is to be brought home, and who is found dead, but not who is only in danger', () => {
    const sister = readPremise('My sister joined a cult on the island and I have come to bring her home.')
    expect(sister.absent).toMatchObject([{ name: 'your sister', isMissing: true }])
    const wizard = readPremise("A thief breaks into a wizard's tower and finds the wizard dead.")
    expect(wizard.absent).toMatchObject([{ name: 'wizard', isDead: true }])
    const king = readPremise('A court jester learns that the king is to be murdered at the feast.')
    expect(king.people).toMatchObject([{ name: 'king' }])
    expect(king.absent).toEqual([])
    const ring = readPremise('A photographer is accused of stealing the ring.')
    expect(ring.things).toMatchObject([{ name: 'ring', isMissing: true }])
  })
})
