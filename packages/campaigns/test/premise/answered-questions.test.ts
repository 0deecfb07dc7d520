import { checkWorld } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildPremise, premiseQuestion, premiseQuestions } from '../../src/premise/index.ts'
import { answers, firstGoal, other, see } from './suggested-answers.ts'

describe('who the player is', () => {
  it.each([
    'I am the last postman in the valley, and the widow Greta writes no more.',
    'Your grandmother has locked herself in the pantry, and the plumber Milo waits.',
    'We share a cell with the forger Bastian, who knows the way out.',
    'It rains on the last windmill.',
  ])('is not asked where the premise says it, or has no people: %s', (premise) => {
    expect(answers('player', premise)).toBeUndefined()
  })

  it('is asked where only the people of the premise speak of themselves', () => {
    const premise = '“I am the king,” says the beggar Lothar, and the jailer Ruda laughs.'
    expect(answers('player', premise)).toContain('Lothar')
  })

  it.each([
    ['Captain Ferro has been buried for a week, and his widow Isotta reads his letters.', ['Isotta']],
    ['The dog Bruno guards the gate, and the miller Hanne cannot pass.', ['Hanne']],
    ['The baby Otto sleeps, and the nurse Livia looks out of the window.', ['Livia']],
    ['The twins are late, and the teacher Rolf counts the chairs.', ['Rolf']],
  ])('can be neither the dead, an animal, an infant nor a group: %s', (premise, people) => {
    expect(answers('player', premise)).toEqual([...people, other])
  })

  it('can be anyone whom the player describes', () => {
    const premise = 'The florist Amalia quarrels with the dentist Rufus.'
    const world = buildPremise(premise, { player: 'I am the postman' })
    expect(world.opening).toContain('You are the postman.')
    expect(Object.values(world.people).map(({ name }) => name)).toEqual(expect.arrayContaining(['Amalia', 'Rufus']))
  })

  it.each(['Rufus', 'rufus', 'the dentist', 'The dentist Rufus'])('can be named as %s', (player) => {
    const world = buildPremise('The florist Amalia quarrels with the dentist Rufus.', { player })
    expect(world.opening).toContain('You are Rufus.')
  })

  it('has what the chosen person holds', () => {
    const premise = 'The painter Edda is angry. The thief Nico has a rope and waits in the attic.'
    const { things } = buildPremise(premise, { player: 'Nico', aim: see, plot: 'fitting' })
    expect(Object.values(things).find(({ name }) => name === 'rope')?.at).toBe('player')
    const outside = buildPremise(premise, { player: other, aim: see, plot: 'fitting' })
    const [nico] = Object.entries(outside.people).find(([, { name }]) => name === 'Nico')!
    expect(Object.values(outside.things).find(({ name }) => name === 'rope')?.at).toBe(nico)
  })

  it('begins where the chosen person is locked in, with who is in there, too', () => {
    const premise = 'The mate Hobb and the cook Wen have been locked in the hold. The captain Ilja has the key.'
    const world = buildPremise(premise, { player: 'Hobb', plot: 'fitting' })
    expect(world.places[world.player.at]!.name).toBe('hold')
    expect(Object.values(world.people).find(({ name }) => name === 'Wen')!.at).toBe(world.player.at)
    expect(firstGoal(world)).toMatch(/get out/i)
  })

  it('begins there as someone else, too, where all are shut in', () => {
    const premise = 'The mate Hobb and the cook Wen have been locked in the hold.'
    const world = buildPremise(premise, { player: other, plot: 'fitting' })
    expect(world.places[world.player.at]!.name).toBe('hold')
    expect(Object.values(world.people).map(({ at }) => at)).toEqual([world.player.at, world.player.at])
  })

  it('is the only one whom a premise is about, unless the player says otherwise', () => {
    const premise = 'The widow Agata has to sell her late husband’s boat.'
    expect(buildPremise(premise).opening).toContain('You are Agata.')
    expect(buildPremise(premise, { player: other }).opening).not.toContain('You are')
  })
})

describe('what the player wants', () => {
  const premise = 'The florist Amalia quarrels with the dentist Rufus, and the cat watches.'

  it.each([
    [
      'Three sisters, Ada, Bea and Cleo, inherit one violin. Their uncle Hugo wants to sell it.',
      'Hugo',
      'To sell the violin',
    ],
    [
      'The beekeeper Marit has not left her hut since May, and the priest Anselm brings her bread.',
      'Anselm',
      'To find out why the beekeeper Marit has not left her hut since May',
    ],
  ])('is suggested with names for those whom pronouns do not make clear: %s', (text, player, aim) => {
    expect(`To ${firstGoal(buildPremise(text, { player })).replace(/^./u, (letter) => letter.toLowerCase())}`).toBe(
      `${aim}.`,
    )
    expect(answers('aim', text, { player })?.[0] ?? aim).toBe(aim)
  })

  it('is not asked where the premise says it plainly to the player', () => {
    const plain = premiseQuestions('I must open the gate before noon, and the guard Ruda has the key.')
    expect(plain.map(({ id }) => id)).toEqual(['plot'])
    expect(
      answers('aim', 'The tailor Bruno must sew a flag before noon. Rosa sits there.', { player: 'Bruno' }),
    ).toBeUndefined()
  })

  it.each([
    ['I want to make peace between them.', 'Make peace between them.'],
    ['to open the window', 'Open the window.'],
    ['Who broke the vase?', 'Find out who broke the vase.'],
    ['find out why Rufus is angry', 'Find out why Rufus is angry.'],
    ['Where is the money?', 'Find out where the money is.'],
    ['Revenge', 'Get revenge.'],
    ['my cat back', 'Get your cat back.'],
    ['that they make peace', 'See that they make peace.'],
    ['not to be seen', 'Not to be seen.'],
  ])('can be said in any words: %s', (aim, goal) => {
    const world = buildPremise(premise, { player: other, aim })
    expect(firstGoal(world)).toBe(goal)
    expect(checkWorld(world)).toEqual([])
  })

  it.each([see, 'Revenge'])('is reached when the player says so, but not at once: %s', (aim) => {
    const player = new WorldPlayer(
      buildPremise('The florist Amalia is angry. The dentist Rufus laughs.', { player: other, aim, plot: 'fitting' }),
    )
    const words = aim === see ? 'call it a day' : 'be content with that'
    player.play(words)
    expect(player.state.ended).toBeUndefined()
    for (const prompt of ['ask Amalia what is going on here', 'ask Rufus what is going on here', words])
      player.play(prompt)
    expect(player.state.ended).toBe('settled')
  })

  it('is more than to get out of where one is locked in', () => {
    const locked = 'The hacker Juno and the guard Mbeki are locked in a server room. Who sealed the door?'
    const done = (aim: string) =>
      Object.entries(buildPremise(locked, { player: 'Juno', aim, plot: 'fitting' }).goals!)[0]
    expect(done('To find out who sealed the door')).toEqual([
      'done',
      expect.objectContaining({ done: { flag: 'clear' } }),
    ])
    expect(done('To get out of the server room')).toEqual([
      'out',
      expect.objectContaining({ done: { at: ['player', 'outside'] } }),
    ])
  })

  it('is carried by a plot that is about it', () => {
    const murder = 'The pawnbroker Lazlo was found dead in his shop. The clerk Winifred and the boxer Amos had a key.'
    const world = buildPremise(murder, { player: other, aim: 'Find out who killed Lazlo', plot: 'fitting' })
    expect(Object.keys(world.endings!)).toEqual(
      Object.keys(buildPremise(murder, { player: other, plot: 'fitting' }).endings!),
    )
  })
})

describe('a model that builds the world', () => {
  const premise = 'The florist Amalia is angry. The dentist Rufus laughs.'
  const asked = (given: { player?: string; aim?: string }) => premiseQuestion(premise, given).messages.at(-1)!.content

  it('gets the answers of the player', () => {
    const content = asked({ player: 'Rufus', aim: 'to make peace' })
    expect(content).toContain('The player is "Rufus"')
    expect(content).toContain('"to make peace"')
    expect(asked({ player: other })).toContain('whom the premise does not name')
    expect(asked({})).toBe(`The premise:\n${JSON.stringify(premise)}`)
  })
})

it.each([undefined, 'fitting'])('people are also called by what they are: %s', (plot) => {
  const premise =
    'The clockmaker Berit must mend the tower clock before midnight, and her apprentice Jonas hides the last spring in his sleeve.'
  const player = new WorldPlayer(buildPremise(premise, { player: 'Berit', ...(plot !== undefined && { plot }) }))
  const { text } = player.play('talk to the apprentice')
  expect(text).not.toContain('not here')
  expect(text).toContain('Jonas')
})

describe('how much is added', () => {
  const premise = 'The florist Amalia quarrels with the dentist Rufus.'
  const names = answers('plot', premise)!

  it('is nothing, or what fits', () => {
    const [added, nothing] = names
    expect(Object.keys(buildPremise(premise, { plot: nothing }).places)).toHaveLength(1)
    expect(buildPremise(premise, { plot: nothing })).toEqual(buildPremise(premise))
    expect(buildPremise(premise, { plot: added })).toEqual(buildPremise(premise, { plot: 'fitting' }))
    expect(Object.keys(buildPremise(premise, { plot: added }).places).length).toBeGreaterThan(2)
  })

  it('is refused where there is no such plot', () => {
    expect(() => buildPremise(premise, { plot: 'opera' })).toThrow(/"opera" is not a plot; choose one of /)
  })
})
