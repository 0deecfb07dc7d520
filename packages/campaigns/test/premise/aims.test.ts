import { phrases } from '@narratoria/content'
import { checkWorld, offerActs } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'

const goalOf = (text: string) => String(Object.values(buildFitting(text).goals ?? {})[0]?.text)

describe('the goal is what the premise wants, in its own words', () => {
  it.each([
    [
      'The blacksmith Oren lent his best hammer to a giant, and he needs it back before the forge goes cold.',
      'Get your best hammer back from the giant before the forge goes cold.',
    ],
    [
      "A seagull has flown off with Pauline's winning lottery ticket. She wants it back before the shop shuts at six.",
      "Get Pauline's winning lottery ticket back from the seagull before the shop shuts at six.",
    ],
    [
      'The visa must be signed by the consul before the last ship leaves. Petra Lund has only a pencil.',
      'Have the visa signed by the consul before the last ship leaves.',
    ],
    [
      'No one believes the stable boy Corin, who says that the bridge will fall under the carriage.',
      'Make them believe that the bridge will fall under the carriage.',
    ],
    ['Sister Mathilde is the only one who saw who rang the bell.', 'Make it known who rang the bell.'],
    [
      'Developers want to pull down the Rialto cinema, and the projectionist, Salome, has one film left.',
      'Stop developers from pulling down the Rialto cinema.',
    ],
    ['A tiger is loose in the shopping centre. Security guard Leon Baptiste has a torch.', 'Catch the tiger.'],
    ['The pass is guarded by two trolls, and the pedlar Ivka is late.', 'Get past the two trolls.'],
    [
      'Tomas stole a bell from the monastery as a boy, and now he must give it back.',
      'Give the bell back to the monastery.',
    ],
    [
      'Private Sam Okoro has been building a radio out of tins for eight months.',
      'Finish building a radio out of tins.',
    ],
  ])('%s', (text, goal) => {
    expect(goalOf(text)).toBe(goal)
    expect(checkWorld(buildFitting(text))).toEqual([])
  })
})

describe('the goal is what the premise leaves open', () => {
  it.each([
    [
      'Farmer Jed Sutter opens his barn and finds a grand piano in the hay.',
      'Find out how a grand piano came to be in the hay.',
    ],
    ['The lifeboat has nine seats. Purser Whitlock counts ten passengers.', 'Find out who the tenth is.'],
    ['Someone has been feeding the statue in the square.', 'Find out who has been feeding the statue in the square.'],
    [
      'Mrs Abernathy swears that her husband came down to breakfast on Tuesday.',
      'Find out whether it is true that your husband came down to breakfast on Tuesday.',
    ],
    [
      'Librarian Theo Quist receives a postcard: a picture of his own house, on fire.',
      'Find out who sent the postcard.',
    ],
    [
      "On the space station Calypso the plants have started to grow towards the captain's door.",
      "Find out why the plants have started to grow towards the captain's door.",
    ],
    [
      "The museum's Vermeer has been swapped for a fake. The curator is at lunch.",
      "Find out who has swapped the museum's Vermeer for a fake.",
    ],
    [
      "The scarecrow in Hester Finch's field is wearing the vicar's spectacles.",
      "Find out how the scarecrow in Hester Finch's field came by the vicar's spectacles.",
    ],
  ])('%s', (text, goal) => {
    expect(goalOf(text)).toBe(goal)
    const world = buildFitting(text)
    expect(checkWorld(world)).toEqual([])
    expect(Object.keys(world.endings!).length).toBeGreaterThanOrEqual(3)
    expect(offerActs(world, world.state ?? {}, { phrases }).length).toBeGreaterThanOrEqual(3)
  })
})

describe('the player is the first person with a name who acts', () => {
  it.each([
    ['The reservoir is falling a foot a day. Engineer Priya Nair has found no leak.', 'Priya Nair'],
    ['A tiger is loose in the shopping centre. Security guard Leon Baptiste has a torch.', 'Leon Baptiste'],
    ['Princess Yara and her nurse Bettina hide in a hay cart on the road to Tessaly.', 'Yara'],
    ['Nick Blum, private detective, finds a glove on his desk.', 'Nick Blum'],
    ['The landlord has taken the saxophone. The neighbours are glad.', ''],
    ['The trawler Rosa Lund is sinking off Cape Farewell.', ''],
    ['Nurse Vale and the cook Anton sit in the kitchen.', ''],
  ])('%s', (text, name) => {
    expect(readPremise(text).player?.name ?? '').toMatch(name === '' ? /^$/ : new RegExp(name))
  })
})

it('no person is to blame, and no door is locked, without a word of it', () => {
  const world = buildFitting('Farmer Jed Sutter opens his barn and finds a grand piano in the hay.')
  expect(JSON.stringify(world.things)).not.toMatch(/"locked"/)
})

it('what is left open is found out from what two people know, and a person is named', () => {
  const text =
    'I sell tickets on the pier. The sailor Ida washes a net. The cook Bo has wet shoes. Someone has painted the ferry black.'
  const world = buildFitting(text)
  const at = Object.fromEntries(['ida', 'bo'].map((id) => [id, world.player.at]))
  const player = new WorldPlayer(world, { state: { ...world.state, at } })
  const goal = 'who has painted the ferry black'
  expect(player.play(`ask Ida ${goal}`).text).toContain('I wash a net')
  expect(player.play('say that it was Bo').text).not.toContain('to the face of Bo')
  expect(player.play(`ask Bo ${goal}`).text).toContain('I have wet shoes')
  expect(player.play('put it together').text).toContain('The sailor Ida washes a net.')
  expect(player.play('say that it was Bo').text).toContain(`to the face of Bo: you know ${goal}`)
  expect(player.state.ended).toBe('name_one_bo')
})
