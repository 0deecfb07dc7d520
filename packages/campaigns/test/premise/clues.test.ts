import { phrases } from '@narratoria/content'
import { checkWorld, offerActs, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildFitting } from './build-fitting.ts'

const together = (world: World) =>
  new WorldPlayer(world, {
    state: { ...world.state, at: Object.fromEntries(Object.keys(world.people).map((id) => [id, world.player.at])) },
  })

/** The texts of the facts that are clues. */
const cluesOf = ({ facts = {} }: World) =>
  Object.entries(facts).flatMap(([id, { text }]) => (id.startsWith('clue_') ? [text] : []))

const premises: [string, string[]][] = [
  [
    'I am the new vicar. Someone has sawn through the bell rope. The verger Amos owes money. The organist Lil plays too loudly.',
    ['The verger Amos owes money.', 'The organist Lil plays too loudly.'],
  ],
  [
    'On the moon base the pilot Rao collects stones. The medic Sund hates the pilot. I must find out who opened the airlock.',
    ['On the moon base the pilot Rao collects stones.', 'The medic Sund hates the pilot.'],
  ],
  [
    'The elf Mirel guards the spring. The dwarf Odo wants to drain it. I have walked for nine days.',
    ['The elf Mirel guards the spring.', 'The dwarf Odo wants to drain it.'],
  ],
  [
    'I wash glasses in the bar. My aunt Rita wants to sell the bar. Her son Teo dreams of a jukebox.',
    ["Rita's son Teo dreams of a jukebox."],
  ],
]

describe.each(premises)('the clues of: %s', (text, expected) => {
  const world = buildFitting(text, { plot: 'aim' })

  it('are sentences of the premise, each from one person or thing', () => {
    expect(checkWorld(world)).toEqual([])
    expect(cluesOf(world)).toEqual(expect.arrayContaining(expected))
    expect(new Set(cluesOf(world)).size).toBe(cluesOf(world).length)
  })

  it('are said by those whom they are about, and recalled at the end', () => {
    const player = together(world)
    for (const [id, { topics = {} }] of Object.entries(world.people)) {
      const [topic, { fact, answer } = {}] = Object.entries(topics).find(([, each]) => each.fact !== undefined) ?? []
      if (topic === undefined || fact === undefined) continue
      expect(player.perform([{ act: 'ask', person: id, topic }]).text).toContain([answer].flat()[0])
      expect(player.state.knows?.['player']).toHaveProperty(fact)
    }
    const { text: recap } = player.play('put it together')
    for (const clue of expected) expect(recap).toContain(clue)
  })

  it('lead to an end for each person whom the player can choose', () => {
    const chosen = Object.keys(world.endings ?? {}).filter((id) => /^(?:name_one|side|together)_/.test(id))
    expect(chosen.length).toBeGreaterThanOrEqual(2)
    const player = together(world)
    expect(player.play('give up').text).toBeTruthy()
    for (const id of chosen) expect(String(world.endings![id]!.text)).not.toMatch(/[{}]|undefined/)
  })
})

it.each([
  'I cook for three kings. The cat is asleep. Who salted the soup?',
  'A lonely road. A red coat on a fence. Rain.',
])('without a person of the premise, none of those who are added can be named: %s', (text) => {
  const { endings = {} } = buildFitting(text, { plot: 'aim' })
  expect(Object.keys(endings).filter((id) => /^(?:name_one|side)_/.test(id) && !id.includes('king'))).toEqual([])
})

it('is not given to one who only asks, if it is a secret', () => {
  const text =
    'I am the new clerk. Someone has burned the will. The maid Jo has secretly sold the silver. The heir Max drinks.'
  const world = buildFitting(text, { plot: 'aim' })
  expect(cluesOf(world).join(' ')).not.toMatch(/silver/)
  expect(together(world).play('ask Jo who has burned the will').text).not.toMatch(/silver/)
})

it('is an answer to who did it even where a person is not mentioned again', () => {
  const world = buildFitting('I live with Ada and Ben. Someone keeps hiding my left shoe.', { plot: 'aim' })
  const player = together(world)
  expect(player.play('ask Ada who keeps hiding your left shoe').text).toMatch(/not me|Not I/)
  expect(player.play('ask Ben who keeps hiding your left shoe').text).toMatch(/not me|Not I/)
  expect(player.play('say that it was Ben').text).toContain('to the face of Ben')
})

it('is not needed more than there is, and no end is offered in the first turn', () => {
  for (const [text] of premises) {
    const world = buildFitting(text, { plot: 'aim' })
    const offered = offerActs(world, world.state ?? {}, { phrases }).map(({ act }) => act.act)
    expect(offered).not.toEqual(expect.arrayContaining(['side']))
    expect(offered).not.toEqual(expect.arrayContaining(['name_one']))
    expect(offered).not.toEqual(expect.arrayContaining(['publish']))
  }
})
