import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildFitting } from './build-fitting.ts'

/** All that the people of a world say. */
function spoken(premise: string, seed = 3): string[] {
  return Object.values(buildFitting(premise, { seed }).people).flatMap(({ topics = {} }) =>
    Object.values(topics).flatMap(({ answer, lie = [] }) => [answer, lie].flat()),
  )
}

describe('a sentence of a premise', () => {
  it.each([
    ['The smith Odd says he’ll mend my plough if I bring him a goose. His brother Ulf laughs.', /he[’']ll|bring Ulf/],
    ['My sister Ida locked the cellar. Find her before her husband Kurt comes home.', /[Ff]ind (?:her|me|Ida)/],
    ['The guard Rolf sleeps by the gate. Sneak out before he wakes up, and greet the cook Jette.', /[Ss]neak out/],
    ['The widow Ane wants the ring, and so does the notary Bo.', /so does (?:me|I)\b/],
    ['My dog Tiko ran off and I, captain of the choir, must find him. The verger Nils saw it.', /you, I\b|the Nils/],
    ['The keeper, Magnus, ignores the bell, so I climb up to ring it. His niece Tove is afraid.', /, so you/],
    ['I wake on a raft without my boots. The sailor Pim steers.', /you wake/],
  ])('is not recited if its words do not fit the speaker: %s', (premise, wrong) => {
    for (const line of spoken(premise)) expect(line).not.toMatch(wrong)
  })

  it('is said of all who are there, by one of them', () => {
    const lines = spoken(
      'The pump of the mine has failed. Only five of us are below. The foreman Kai blames the cook Lis.',
    )
    expect(lines.join(' ')).not.toContain('of you are below')
  })
})

it('who has come is not announced any more', () => {
  const world = buildFitting(
    'I keep an inn. Baron Falk is coming at noon to collect the rent. The maid Gesa is afraid.',
    {
      seed: 3,
    },
  )
  const player = new WorldPlayer(world, { seed: 1 })
  const [falk] = Object.entries(world.people).find(([, { name }]) => name === 'Baron Falk')!
  const announced = /Falk is coming/
  player.state.happened = { [`${falk}_comes`]: 1 }
  player.state.at = { [falk]: world.player.at }
  for (const person of Object.keys(world.people))
    for (const topic of Object.keys(world.people[person]!.topics ?? {}))
      expect(player.perform([{ act: 'ask', person, topic }]).text).not.toMatch(announced)
})
