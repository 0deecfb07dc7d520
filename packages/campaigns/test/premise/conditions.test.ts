import { phrases } from '@narratoria/content'
import { checkWorld, offerActs, Scene, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'

const idOf = ({ people }: World, name: string) => Object.keys(people).find((id) => people[id]!.name === name)!
const offered = (player: WorldPlayer) => offerActs(player.world, player.state, { phrases }).map(({ act }) => act)

describe('who sleeps in a premise', () => {
  it('does not answer, and cannot be talked to, until they are woken', () => {
    const world = buildFitting('In the inn the guest Otto is asleep. The maid Ida has stolen a letter.', {
      plot: 'secret',
    })
    expect(checkWorld(world)).toEqual([])
    const player = new WorldPlayer(world)
    expect(player.play('look').text).toMatch(/Otto (?:lies asleep|sleeps)/)
    expect(offered(player).filter(({ act, person }) => act === 'talk' && person === 'otto')).toEqual([])
    expect(player.play('talk to Otto').performed[0]!.status).toBe('refused')
    expect(player.play('wake Otto').text).toContain('two eyes look at you')
    expect(player.play('talk to Otto').text).toMatch(/(?:says|asks) Otto|Otto (?:nods|turns|comes)/)
    expect(player.play('look').text).not.toMatch(/Otto (?:lies asleep|sleeps)/)
  })

  it('is never woken by a word if the premise says that they cannot be', () => {
    const world = buildFitting('In the inn the guest Otto is unconscious. The maid Ida has stolen a letter.', {
      plot: 'secret',
    })
    const player = new WorldPlayer(world)
    expect(player.play('wake Otto').text).toContain('Otto does not wake')
    expect(player.play('shake Otto').text).toContain('Otto does not wake')
    expect(player.play('ask Otto about the letter').performed[0]!.status).toBe('refused')
  })
})

describe('in a house with a sleeper', () => {
  const premise =
    'A house in Norfolk. Uncle Bob lies asleep and cannot be woken since he took his pills. My cousins Clara and Edmund are in the house.'

  it('a question about the origin of the people who are present is answered', () => {
    const player = new WorldPlayer(buildFitting(premise))
    player.play('look')
    for (const question of ['Who brought you your pills?', 'Who brought Bob here?', 'Where does Clara come from?'])
      expect(player.play(question).text, question).not.toBe('')
  })

  it('an act without its person asks for the person, and leaves no gap in a sentence', () => {
    const player = new WorldPlayer(buildFitting(premise))
    const { text } = player.play('wake up')
    expect(text).not.toMatch(/[{}]/)
    expect(text).toMatch(/Clara|Bob/)
    expect(player.play('I whisper: Bob, wake up, I need you.').text).not.toMatch(/[{}]|I am awake/)
  })
})

describe('who is expected in a premise', () => {
  it('is not there before their time, and then is', () => {
    const world = buildFitting('In the bank the clerk Moss counts a bag of money. The sheriff comes at noon.')
    const sheriff = idOf(world, 'sheriff')
    const player = new WorldPlayer(world)
    expect(new Scene(world, player.state).peopleAt(world.player.at)).not.toContain(sheriff)
    expect(player.play('talk to the sheriff').performed[0]!.status).toBe('refused')
    const texts = Array.from({ length: 70 }, () => player.play('wait').text)
    expect(texts.join('\n')).toContain('It is noon. The sheriff comes in')
    expect(new Scene(world, player.state).locationOf(sheriff)).toBe(world.player.at)
  })
})

it('who locked themselves in is behind the locked door, whose key lies about', () => {
  const world = buildFitting(
    'The generator of a polar base is failing. Dr Okafor has locked herself in the laboratory.',
  )
  expect(world.people[idOf(world, 'Dr Okafor')]!.at).toBe('laboratory')
  expect(Object.values(world.things).some(({ key }) => key !== undefined)).toBe(true)
})

it('darkness needs the light that the player carries, and rain is seen', () => {
  const dark = new WorldPlayer(
    buildFitting('The lights have gone out in the museum, and the guard Pell has lost his keys.'),
  )
  expect(dark.play('look').text).toContain('the light that you carry')
  dark.play('put out the lamp')
  expect(dark.play('examine Pell').text).toMatch(/dark/i)
  const rain = new WorldPlayer(buildFitting('It is raining on the farm. The farmer Ada has lost her ring.'))
  expect(rain.play('examine the rain').text).toContain('paid by the drop')
})

it.each([
  ['I am Juno, the night technician of a space station. Everyone else sleeps.', 'Juno'],
  ['I am the new vet, Dr Hannah Reid, and the shepherd Fergus says it is a wolf.', 'Dr Hannah Reid'],
  ['A girl has been kidnapped. I am her godfather, a retired general.', 'retired general'],
])('the player is not also another person of the story: %s', (premise, name) => {
  const { people } = buildFitting(premise)
  expect(Object.values(people).map((each) => each.name)).not.toContain(name)
})

it.each([
  ['A circus winters in a salt works. The sheriff comes at noon.', 'industry'],
  ['Two children flee across the moor.', 'wild'],
  ['The wells of the caravan are dry.', 'desert'],
  ['A hospital ward at night. The nurse has lost a key.', 'medical'],
  ['A jazz club in Chicago, and a trumpet that is gone.', 'city'],
  ['A pirate ship becalmed near a reef.', 'vessel'],
  ['The orchestra plays for the queen tonight.', 'stage'],
])('the places fit what the story is set in: %s', (premise, genre) => {
  expect(readPremise(premise).genre).toBe(genre)
})
