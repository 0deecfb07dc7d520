import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildPremise } from '../../src/premise/index.ts'

/** A player who knows the premise well enough to try or answer something. */
function readyPlayer(premise: string, seed: number): WorldPlayer {
  const player = new WorldPlayer(buildPremise(premise, { seed }), { seed })
  for (const prompt of ['think it all over', 'ask yourself what you fear', 'wait', 'wait', 'wait', 'wait'])
    player.play(prompt)
  return player
}

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)
const tries = ['be bold', 'be patient', 'use a trick']
const endingsOf = (ends: readonly WorldPlayer[]) => new Set(ends.map(({ state }) => state.ended))

describe('a task', () => {
  const premise = 'I must paint the roof before the rain comes. The painter Ruud laughs and sits in the yard.'

  it('cannot be tried before the player has thought of something', () => {
    const player = new WorldPlayer(buildPremise(premise))
    expect(player.play('be bold').text).toContain('not so far yet')
    expect(player.play('paint the roof').text).toContain('boldly, or patiently, or with a trick')
    expect(player.state.ended).toBeUndefined()
  })

  it('can be tried in three ways, each once, and ends as done or as not done', () => {
    const ends: { ended: string | undefined; text: string }[] = []
    const all = ['contented', 'done', 'failed']
    for (let seed = 1; seed <= 120 && !all.every((each) => ends.some(({ ended }) => ended === each)); seed++) {
      const player = readyPlayer(premise, seed)
      const texts = tries.map((prompt) => player.play(prompt).text)
      ends.push({ ended: player.state.ended, text: texts.join('\n') })
    }
    expect(new Set(ends.map(({ ended }) => ended))).toEqual(new Set(all))
    const textsOf = (ending: string) => ends.filter(({ ended }) => ended === ending).map(({ text }) => text)
    for (const text of textsOf('done')) expect(text).toContain('You paint the roof before the rain comes.')
    for (const text of textsOf('failed')) expect(text).toContain('You do not paint the roof before the rain comes.')
    const again = readyPlayer(premise, 3)
    again.play('be bold')
    if (again.state.ended === undefined) expect(again.play('be bold').performed[0]!.status).toBe('refused')
  })

  it('is done more often by those who do what thoughts speak for', () => {
    const words = {
      'be bold': /bold|hesitate|straight at it/,
      'be patient': /patience|step by step|time is on/,
      'use a trick': /trick|way around|idea/,
    }
    const doneBy = (pick: (spoken: string[]) => string) =>
      seeds.filter((seed) => {
        const player = new WorldPlayer(buildPremise(premise, { seed }), { seed })
        const { text } = player.play('think it all over')
        for (const prompt of ['get ready', 'get ready', 'wait', 'wait', 'wait']) player.play(prompt)
        const spoken = Object.entries(words).flatMap(([way, pattern]) => (pattern.test(text) ? [way] : []))
        player.play(pick(spoken))
        return player.state.ended === 'done'
      }).length
    const advised = doneBy(([way]) => way!)
    expect(advised).toBeGreaterThan(doneBy(([way]) => Object.keys(words).find((each) => each !== way)!))
  })

  it('can be helped by those who are there and whom it is not about', () => {
    const { acts, rules } = buildPremise(premise)
    expect(acts!['help']!.choice).toContain('for help')
    const helpers = Object.values(rules!).filter(({ on }) => on?.act === 'help')
    expect(helpers.map(({ on }) => on!.person)).toHaveLength(1)
    const about = buildPremise('I must calm the painter Ruud. Ruud stands in the yard with me.')
    expect(Object.values(about.people).map(({ name }) => name)).toEqual(['Ruud'])
    expect(Object.values(about.rules!).filter(({ on }) => on?.act === 'help')).toEqual([])
  })
})

it.each([
  ['not to be seen', 'You are not seen.', 'You are seen.'],
  ['be the first on the roof', 'You are the first on the roof.', 'You are not the first on the roof.'],
  ['learn why Ruud laughs', 'You have found out why Ruud laughs.', ''],
  ['Will it rain?', 'You have answered the question “Will it rain?”.', ''],
])('the end says in a sentence what came of the aim: %s', (aim, achieved, failed) => {
  const texts = Object.values(buildPremise('The painter Ruud laughs in the yard.', { aim }).endings!).map(({ text }) =>
    String(text),
  )
  for (const each of [achieved, failed]) expect(texts.some((text) => text.includes(each))).toBe(true)
})

it('who asks for help twice, or gets ready twice, gains nothing', () => {
  const player = new WorldPlayer(buildPremise('I must paint the roof. The painter Ruud sits in the yard with me.'))
  player.play('ask Ruud for help')
  expect(player.play('ask Ruud for help').text).toMatch(
    /^“I (?:have nothing to add to what you know|know no more of it than you do),” says Ruud\.$/,
  )
  player.play('get ready')
  expect(player.play('get ready').text).toContain('as ready as you can be')
})

describe('a question', () => {
  it.each([
    ['Who has painted the dog? The painter Ruud laughs.', 3],
    ['Why does the bell ring at night?', 3],
    ['Where is my hat?', 3],
    ['The queen is dead. Will the bees still obey?', 2],
  ])('has possible answers, one of which is right: %s', (premise, count) => {
    const ends = seeds.slice(0, 8).map((seed) => {
      const player = readyPlayer(premise, seed)
      const answers = Object.entries(buildPremise(premise, { seed }).acts!).filter(([id]) => id.startsWith('way_'))
      expect(answers).toHaveLength(count)
      for (const [id] of answers) if (player.state.ended === undefined) player.perform([{ act: id }])
      return player
    })
    expect(endingsOf(ends)).toEqual(new Set(['mistaken', 'solved']))
  })

  it('names the people of the premise where it is asked who', () => {
    const { acts } = buildPremise('Who has eaten the cake? Ilse, Cleo and the gardener Edgar stand around the table.', {
      player: '',
    })
    const choices = Object.values(acts!).map(({ choice }) => choice)
    expect(choices).toEqual(
      expect.arrayContaining(['Say that it is Ilse', 'Say that it is Cleo', 'Say that it is Edgar']),
    )
  })
})

it('who only wants to see what happens can decide in the words of the message that they can', () => {
  const player = new WorldPlayer(buildPremise('The post has stopped.', { aim: 'To see what happens' }))
  for (const prompt of ['think it all over', 'wait', 'wait', 'wait', 'wait', 'wait']) player.play(prompt)
  player.play('make up your mind')
  expect(player.state.ended).toBe('decided')
})
