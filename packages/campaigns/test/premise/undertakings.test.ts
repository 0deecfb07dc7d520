import { checkWorld, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildFitting } from './build-fitting.ts'

const goalOf = (world: World) => Object.values(world.goals!)[0]!.text
const names = (all: Record<string, { name: string }>) => Object.values(all).map(({ name }) => name)

const played = (premise: string, prompts: string) => {
  const player = new WorldPlayer(buildFitting(premise))
  const texts = prompts.split('; ').map((prompt) => player.play(prompt).text)
  return { texts, ended: player.state.ended, state: player.state }
}

describe('the task of a premise is its goal', () => {
  it.each([
    ['My job is to varnish the pulpit before Sunday. The sexton Uwe coughs.', 'Varnish the pulpit before Sunday.'],
    [
      'Unless we calm the elephant Maya by noon, they will shoot her. The keeper Raj weeps.',
      'Calm the elephant Maya by',
    ],
    ['If I don’t oil the windmill by noon, the mill burns. My aunt Ida prays.', 'Oil the windmill by noon.'],
    ['The only way to end the drought is to wake the old god of the hill. The priest Amos sings.', 'Wake the old god'],
    ['It falls to me to weigh the king’s crown. The goldsmith Lev sweats.', 'Weigh the king’s crown'],
    ['Her dying wish was that I feed her ravens. The lawyer Mr. Pike waits.', 'Feed her ravens'],
    ['I have until dawn to count the sheep of the bishop. The shepherd Ole sleeps badly.', 'Count the sheep'],
    ['The countess asked me to tame her falcon. The page Jules is eight.', 'Tame her falcon'],
    ['To cross the frozen lake I need a lantern. The fisherman Ari shrugs.', 'Cross the frozen lake'],
    ['I need to very quietly photograph the secret garden. The maid Elsa watches.', 'Photograph the secret garden'],
    [
      'The statue must be washed before the parade. The mayor Mrs. Hall is angry.',
      'Wash the statue before the parade.',
    ],
    ['Unless the windmill is oiled, the flour burns. The miller Timo snores.', 'Oil the windmill'],
    ['Measure the crater for the expedition. The pilot Nia waits.', 'Measure the crater for the expedition'],
    ['I have two parcels to sort. The clerk Bo hums.', 'Sort two parcels'],
    ['A spy, Irina, is tasked with photographing the fortress. The cook Anton likes her.', 'Photograph the fortress'],
    [
      'The cartographer Noor must chart the drowned valley. Her uncle is against it.',
      'Chart the drowned valley',
      'Noor',
    ],
    [
      'As the new cook of the castle I have to feed the twelve wolves. The steward Kai is brief.',
      'Feed the twelve wolves',
    ],
    [
      'The camel is thirsty. I must lead it across the dunes. The guide Samir knows the wells.',
      'Lead the camel across the dunes',
    ],
    ['The tailor Ilse has to press her wedding dress. Her niece Ada cries.', 'Press your wedding dress', 'Ilse'],
    ['We have to keep the beacon burning until sunrise. The boy Finn yawns.', 'Keep the beacon burning until sunrise.'],
    [
      'The mill wheel has stopped turning. I am the miller’s heir. The maid Rosa sighs.',
      'Make the mill wheel turn again',
    ],
  ])('%s', (premise, goal, player?: string) => {
    const world = buildFitting(premise, player === undefined ? {} : { player })
    expect(goalOf(world)).toContain(goal)
    expect(world.opening).toContain(`to ${goal.charAt(0).toLowerCase()}${goal.slice(1)}`)
    expect(checkWorld(world)).toEqual([])
  })

  it.each([
    ['The duke must sell the forest. My sister and I watch from the tower.', 'Sell'],
    ['I must not open the red box. The butler Cole guards it.', 'Open'],
    ['I have no time to lose. The conductor Max calls the last train.', 'Lose'],
    ['I must be brave. The dentist Mr. Low smiles.', 'Be'],
  ])('is not what others do, must not be done or is not an act: %s', (premise, verb) => {
    expect(goalOf(buildFitting(premise))).not.toMatch(new RegExp(`^${verb}`))
  })
})

describe('the obvious act', () => {
  const mirror = 'In the observatory I must polish the great mirror before the eclipse. The porter Sam mops.'

  it('answers what is wanting, which a person has', () => {
    const { texts, ended } = played(mirror, 'polish the mirror; ask Sam what it takes; clean the mirror')
    expect(texts[0]).toContain('bucket and brush')
    expect(texts[1]).toContain('Ask the registrar')
    expect([texts[2], ended]).toEqual([texts[0], undefined])
  })

  it.each(['polish the mirror', 'polish it', 'clean the great mirror', 'use the bucket and brush'])(
    'does it once nothing is wanting: %s',
    (words) => {
      const { texts, ended } = played(
        mirror,
        `ask Sam what it takes; east; ask for the bucket; west; examine the mirror; ${words}`,
      )
      expect(ended).toBe('done')
      expect(texts.at(-1)).toMatch(/You polish the great mirror.*before the eclipse/s)
    },
  )

  it('is understood with a pronoun and in short', () => {
    const premise = 'I must delete the file before the director comes. The robot ADA watches.'
    const { texts } = played(premise, 'delete the file; erase it; do it')
    expect(new Set(texts).size).toBe(1)
  })

  it.each([
    ['You are the captain of a ferry whose engine has stopped.', 'Repair the engine before it is too late.'],
    ['The pump in the cellar of the inn has stopped.', 'Repair the pump before it is too late.'],
  ])('is for what the premise says it of: %s', (premise, goal) => {
    expect(Object.values(buildFitting(premise).goals!)[0]!.text).toBe(goal)
  })

  it('is known by who is said to know it, at the home that they have gone to', () => {
    const premise = 'The pump in the greenhouse has stopped. Bruno, who knows the pump, has gone home.'
    const world = buildFitting(premise)
    expect(names(world.places)).toContain('Bruno’s house')
    const { texts, ended } = played(premise, 'start the pump; west; ask Bruno about the pump; east; fix the pump')
    expect(texts[1]).toContain('Bruno')
    expect(ended).toBe('done')
  })

  it('is known by who is at another place of the premise', () => {
    const world = buildFitting('I must restart the loom. The old weaver Elspeth, who built it, sits in the tavern.')
    const [at] = Object.values(world.people).flatMap(({ name, at }) =>
      name === 'Elspeth' ? [world.places[at]!.name] : [],
    )
    expect(at).toBe('tavern')
  })

  it('needs the leave of who stands in the way', () => {
    const premise =
      'I have to dig up the rose bed. The gardener Odo has sworn to let no one near it. My niece Pia helps me.'
    const { texts, ended } = played(
      premise,
      'dig up the rose bed; ask Pia what to do; ask Odo for leave; dig up the roses',
    )
    expect(texts[0]).toContain('Odo’s word')
    expect(ended).toBe('done')
  })

  it('needs what the premise says is missing', () => {
    const world = buildFitting('I must tune the harp before the ball. The silver key is missing. The maid Rosa dusts.')
    expect(JSON.stringify(world.rules)).toContain('silver_key')
    expect(names(world.things)).toContain('silver key')
  })

  it('is kept from a person who must not know', () => {
    const premise = 'I must examine the stallion without the duke knowing. The groom Pat is on my side.'
    expect(buildFitting(premise).opening).toContain('Pat may know more')
  })

  it.each([
    [
      'Unless I persuade the mayor to stop the trial, my son hangs at noon.',
      'mayor',
      'persuade the mayor to stop the trial',
    ],
    ['It falls to me to tell the crew that there is no fuel.', 'crew', 'tell the crew that there is no fuel'],
    ['I have to apologize to my neighbour Erik for the fire.', 'Erik', 'apologize to Erik'],
  ])('of speech is done by talking to that person: %s', (premise, name, words) => {
    const world = buildFitting(premise)
    const holder = Object.values(world.people).find(({ topics = {} }) =>
      Object.values(topics).some((each) => JSON.stringify(each.then ?? '').includes('shown')),
    )!
    const back = { north: 'south', south: 'north', east: 'west', west: 'east' }
    const [way] = Object.entries(world.places[world.player.at]!.exits!).find(([, to]) => to === holder.at)!
    const { ended, texts } = played(
      premise,
      `${words}; ${way}; ask ${holder.name} about ${name}; ${back[way as 'north']}; ${words}`,
    )
    expect(texts[0]).toContain('“')
    expect(ended).toBe('done')
  })

  it('of going ends where it leads', () => {
    const premise = 'The astronaut Mei needs to reach the storm shelter before the flare. The robot ADA beeps.'
    const { texts, ended } = played(
      premise,
      'reach the storm shelter; west; east; ask the quartermaster about the way; west; west',
    )
    expect(texts[0]).toContain('Nobody gets to the storm shelter')
    expect(ended).toBe('done')
  })

  it('of bringing ends with who receives it', () => {
    const premise = 'Deliver the sealed envelope to the woman in the red coat at platform nine.'
    const { texts, ended } = played(
      premise,
      'inventory; ask the baker about the woman; west; give the envelope to the woman',
    )
    expect(texts[0]).toContain('sealed envelope')
    expect(ended).toBe('done')
  })
})

it('does not let one look for what cannot be carried', () => {
  const world = buildFitting(
    'The taster Pavo has lost his sense of taste, and the feast is tonight. The cook Lena knows.',
  )
  expect(names(world.things)).not.toContain('sense of taste')
})
