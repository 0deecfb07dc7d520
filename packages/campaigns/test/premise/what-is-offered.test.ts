import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'

const premises = [
  'I am the new ranger. The beaver dam has burst. The farmer Cole lost a field. His wife Nan counts the sheep.',
  'In the year 3010 the robot Tin sweeps the dome. The gardener Uma grows the last plum tree. I carry a letter from Earth.',
  'I run the theatre. The actress Flora has lost her voice. The prompter Gus knows every line. The prince comes tonight.',
  'The pirate Nell hates the parrot. The cook Abe feeds it rum. I am only the cabin boy. The treasure chest is empty.',
]

/** The questions that a person offers, with what is answered. */
function offeredBy(text: string): { name: string; topic: string; answer: string }[] {
  return Object.values(buildFitting(text, { plot: 'aim' }).people).flatMap(({ name, topics = {} }) =>
    Object.entries(topics)
      .filter(([, { unlisted, fact }]) => unlisted !== true && fact === undefined)
      .map(([topic, { answer }]) => ({ name, topic, answer: [answer].flat().join(' ') })),
  )
}

const ignorance =
  /I do not know|No idea|know nothing|wiser|ask there|do not speak for others|I pass|would know|question for|my own side/i

describe.each(premises)('the questions that are offered: %s', (text) => {
  it('are those to which the answer says something', () => {
    for (const { answer } of offeredBy(text)) expect(answer).not.toMatch(ignorance)
  })

  it('have no answer in common', () => {
    const words = offeredBy(text).map(({ answer }) => answer.replaceAll(/.*“|”.*/g, ''))
    expect(new Set(words).size).toBe(words.length)
  })

  it('leave all others to be asked in words, and what was said is not denied', () => {
    const world = buildFitting(text, { plot: 'aim' })
    const at = Object.fromEntries(Object.keys(world.people).map((id) => [id, world.player.at]))
    const player = new WorldPlayer(world, { state: { ...world.state, at } })
    for (const { name } of readPremise(text).people.filter(({ isAnimal }) => !isAnimal))
      for (const { name: thing } of readPremise(text).things) {
        const first = player.play(`ask ${name} about the ${thing}`).text
        expect(first).toMatch(/[“]/)
        if (!ignorance.test(first)) expect(player.play(`ask ${name} about the ${thing}`).text).not.toMatch(ignorance)
      }
  })
})

describe('what one sees of a thing', () => {
  it.each([
    [
      'The gardener Uma has watered the last plum tree. I bring a spade.',
      'plum tree',
      'the gardener Uma has watered the last plum tree',
    ],
    [
      'My cousin Bert forged the passport. The inspector Lowe waits.',
      'passport',
      'your cousin Bert forged the passport',
    ],
    ['The wizard Orm lost a bet about the kettle. The kettle sings. I am his pupil.', 'kettle', 'kettle'],
    ['Our submarine has one torpedo. The torpedo is a dummy. Captain Weir knows it.', 'torpedo', 'has one torpedo'],
  ])('is what the premise says of it: %s', (text, thing, said) => {
    const { things } = buildFitting(text, { plot: 'aim' })
    const found = Object.values(things).find(({ name }) => name.includes(thing))!
    expect(String(found.description)).toContain(said)
  })

  it.each(['A goat. A bucket. An old fence in the wind.', 'Midnight, a phone box, and a ringing phone.'])(
    'is nothing new where it says nothing of it: %s',
    (text) => {
      for (const { description } of Object.values(buildFitting(text, { plot: 'aim' }).things))
        expect(String(description)).not.toMatch(/comes back to you|remember how it began|at the beginning/)
    },
  )
})
