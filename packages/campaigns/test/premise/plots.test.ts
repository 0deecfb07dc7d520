import { checkWorld, validateWorldState } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildFitting } from './build-fitting.ts'
import { plotStories } from './plot-stories.ts'

describe.each(plotStories)('the plot $plot: $premise', ({ plot, premise, player, stories }) => {
  const as = player === undefined ? {} : { player }
  const world = buildFitting(premise, as)

  it('is chosen by what the premise says, and checks', () => {
    expect(JSON.stringify(world)).toBe(JSON.stringify(buildFitting(premise, { ...as, plot })))
    expect(checkWorld(world)).toEqual([])
    expect(Object.keys(world.endings!).length).toBeGreaterThanOrEqual(3)
  })

  it.each(Object.entries(stories))('can end as %s', (ending, prompts) => {
    const player = new WorldPlayer(world)
    const read = prompts
      .split('; ')
      .map((prompt) => (player.state.ended ? '' : `> ${prompt}\n${player.play(prompt).text}`))
    expect(player.state.ended, read.filter((each) => !each.startsWith('> wait')).join('\n')).toBe(ending)
    expect(validateWorldState(player.state)).toEqual([])
  })
})

it.each([
  ['quest', '"quest" is not a plot; choose one of'],
  ['theft', 'The plot "theft" needs what is missing in the premise'],
])('the plot %s is refused with a reason', (plot, message) => {
  expect(() => buildFitting('It rains on the last lighthouse.', { plot })).toThrow(message)
})

describe('a person who comes without a threat is not an enemy', () => {
  const isReckoning = (premise: string) =>
    JSON.stringify(buildFitting(premise)) === JSON.stringify(buildFitting(premise, { plot: 'reckoning' }))

  it.each([
    'You are the night porter of the Hotel Bellweather. A guest has left a birdcage and a note. Mrs. Alcott, the manager, comes back on Friday.',
    'My aunt Rosa arrives on the noon train. The cook Piet has lost the good spoons.',
    'The astronaut Lena Orr returns on Sunday. Her brother Finn has sold the greenhouse.',
    'The bishop is coming to tea. Sister Maud has found a goat in the chapel.',
  ])('%s', (premise) => {
    expect(isReckoning(premise)).toBe(false)
  })

  it.each([
    'The outlaw Ben Cray comes to the ranch at noon to kill the foreman. My sister Ida loads a rifle, and the cook Lem is afraid.',
    'Count Varro arrives tonight to take revenge. The miller Tom has barred the mill, and the widow Hale prays.',
  ])('but: %s', (premise) => {
    expect(isReckoning(premise)).toBe(true)
  })
})
