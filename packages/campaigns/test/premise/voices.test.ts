import { phrases } from '@narratoria/content'
import { checkWorld, offerActs, Scene, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'
import { isWellFormed, playAtRandom } from './play-at-random.ts'

/** Premises that neither the builder nor its plots were written for. */
const premises = [
  'Warden Hollis keeps three wolves in the abbey. The cook Berta says that a fourth howls, and my lantern is almost empty.',
  'A violin maker called Anselmo has been shot in Cremona. His rival Donati and the priest Don Luca both heard the shot.',
  'You are the new lamplighter of Port Selby. Old Gwen has told you which street to avoid, and Constable Reed walks it every night.',
  'The emperor of the moths arrives at dusk. Princess Ilka has sewn her sleeves shut, and the gardener Bo wants to leave.',
  'We will steal the silver trophy from the golf club. Rita has the timetable, Gus drives, and the caretaker Mr. Poll hates us all.',
  'I am a ferry pilot. My brother Sam has lost his medal, and the mechanic Ute says that the river took it.',
  'Doctor Amara has found a diary in the ward. Nurse Finch wants to burn it, and the patient Tobias will not speak.',
  'A quiet valley. Something is wrong with the echo.',
  'The smith Hroald has hidden the crown in a barrel. Queen Asa is coming tomorrow, and the boy Leif saw everything.',
  'We are locked in the tea room of a station. The waitress Dora has a key to the piano, and Mr. Lisle counts the trains.',
]

const people = ({ people: all }: World) => Object.values(all).filter(({ topics }) => topics !== undefined)

/** What a person says, sentence by sentence, without their own name. */
function sentencesOf({ name, greeting, unknown, topics = {} }: World['people'][string]): Set<string> {
  const said = [greeting, unknown, ...Object.values(topics).map(({ answer }) => answer)].flat(2)
  const short = name.split(' ').at(-1)!
  return new Set(
    said
      .flatMap((line) => String(line ?? '').split(/(?<=(?<!\bMr)[.!?])[”"]?\s+/u))
      .map((sentence) => sentence.replaceAll(name, '').replaceAll(short, '').replaceAll(/[“”]/gu, '').trim())
      .filter((sentence) => sentence.split(' ').length > 3),
  )
}

describe.each(premises)('%s', (text) => {
  const world = buildFitting(text, { seed: 4 })

  it('has a world without problems that can be played', () => {
    expect(checkWorld(world)).toEqual([])
    expect(world.opening).toSatisfy(isWellFormed)
    expect(offerActs(world, world.state ?? {}, { phrases }).length).toBeGreaterThanOrEqual(3)
    for (let seed = 1; seed <= 3; seed++) playAtRandom(world, seed)
  })

  it('opens with its people and things, and with the goal', () => {
    const premise = readPremise(text)
    for (const { name } of [...premise.people, ...premise.things])
      expect(world.opening.toLowerCase()).toContain(name.toLowerCase())
    const [goal] = Object.values(world.goals!).map((each) => String(each.text))
    expect(world.opening).toContain(goal!.slice(1))
  })

  it('lets no two people say the same sentence', () => {
    const all = people(world).map((person) => [person.name, sentencesOf(person)] as const)
    for (const [name, own] of all)
      for (const [other, others] of all)
        if (name < other)
          expect(
            [...own].filter((sentence) => others.has(sentence)),
            `${name}, ${other}`,
          ).toEqual([])
  })

  it('gives every person an answer about every person and thing that it names', () => {
    const premise = readPremise(text)
    for (const person of people(world)) {
      const known = Object.keys(person.topics!).join(' | ').toLowerCase()
      for (const { name } of [...premise.people, ...premise.things, ...premise.matters])
        if (name !== person.name) expect(known, person.name).toContain(name.toLowerCase())
    }
  })
})

const named = (all: Record<string, { name: string }>) => Object.values(all).map(({ name }) => name)

describe('what a premise says about a person', () => {
  it.each([
    [
      'The tailor Moritz was found strangled in his shop. His wife Resi and the apprentice Jost heard nothing.',
      'Moritz',
    ],
    ['Captain Brill is dead since the accident, and the mate Oyelaran steers the barge.', 'Captain Brill'],
    ['My uncle left me a mill, and the miller Sepp will not give me the key.', 'your uncle'],
  ])('who is dead does not talk: %s', (text, name) => {
    const world = buildFitting(text)
    expect(named(world.people)).not.toContain(name)
    expect(people(world).some(({ topics }) => Object.keys(topics!).some((topic) => topic.includes(name)))).toBe(true)
  })

  it.each([
    ['The bailiff Grote is expected at noon. The widow Elke has sold her cow.', 'Grote'],
    ['Bishop Aldous arrives tomorrow. Sister Marta hides a child in the chapel.', 'Bishop Aldous'],
    ['The choir waits for the soloist Pia Lund. The organist Mr. Bask is nervous.', 'Pia Lund'],
  ])('who is expected comes when the player has waited: %s', (text, name) => {
    const world = buildFitting(text)
    const [id] = Object.entries(world.people).find(([, person]) => person.name === name)!
    const player = new WorldPlayer(world)
    const isHere = () => new Scene(world, player.state).peopleAt(world.player.at).includes(id)
    expect(isHere()).toBe(false)
    player.play('wait')
    player.play('wait')
    expect(isHere()).toBe(true)
  })

  it.each([
    ['We are trapped in a lift. The banker Mr. Sandoz sweats, and the singer Lola hums.'],
    ['My boss Irene has locked us in the archive. Karl from the post room has a plan.'],
  ])('who is locked in gets out with the key alone: %s', (text) => {
    const world = buildFitting(text)
    expect(checkWorld(world)).toEqual([])
    const player = new WorldPlayer(world)
    player.play('go out')
    expect(new Scene(world, player.state).here).toBe(world.player.at)
    expect(Object.values(world.goals!)[0]!.text).toMatch(/^Get out of/)
    const free = new WorldPlayer(world, { state: { at: { way_out_key: 'player' } } })
    free.play('unlock the way out with the latchkey')
    free.play('open the way out')
    free.play('go out')
    expect(free.state.ended).toBe('out')
  })

  it.each([
    ['I have found a compass that points at people. The hunter Ebba wants it.', 'compass'],
    ['Our boat has one oar left, and the fisherman Nils prays.', 'oar'],
  ])('what the player has is carried: %s', (text, thing) => {
    expect(new WorldPlayer(buildFitting(text)).play('inventory').text).toContain(thing)
  })

  it('a person gives what they have to the player who asks for it', () => {
    const world = buildFitting(
      'I am lost. The archivist Ruth has a map of the tunnels. The mayor Bo denies that there are any.',
      {
        plot: 'secret',
      },
    )
    const ruth = Object.values(world.people).find(({ name }) => name === 'Ruth')!
    const player = new WorldPlayer(world, { state: { at: { player: ruth.at } } })
    expect(player.play('inventory').text).not.toContain('map')
    player.play('ask Ruth about the map')
    expect(new Scene(world, player.state).isCarried('map')).toBe(true)
  })

  it('is said by the last of several people in the first person, too', () => {
    const player = new WorldPlayer(buildFitting('I drive for the bank robbers Marla and Benno. It rains.'))
    const said = player.play('ask Benno what happened').text
    expect(said).toMatch(/\bMarla and me\b/)
    expect(said).not.toMatch(/ [.,]/)
  })

  it('what the player is, is how they are greeted', () => {
    const world = buildFitting('You are the new organist of Wells. The verger Mr. Tubb has locked the loft.')
    for (const { greeting } of people(world)) expect(String(greeting)).toContain('new organist')
  })
})

it.each([
  ['The miller Sepp has stolen the bell and hidden it in the well. Anna the baker wants it back.', 'bell', 'well'],
  ['My aunt Vera has hidden the deed in the piano. The lawyer Mr. Quist wants it back.', 'deed', 'piano'],
])('what is hidden lies where the premise says: %s', (text, thing, place) => {
  const world = buildFitting(text)
  const idOf = (name: string) => Object.keys(world.things).find((id) => world.things[id]!.name.endsWith(name))!
  expect(world.things[idOf(thing)]!.at).toBe(`in:${idOf(place)}`)
})

it('a secret has variants, of which the seed chooses', () => {
  const goals = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
    String(Object.values(buildFitting('A quiet town with a hidden well.', { seed }).goals!)[0]!.text),
  )
  expect(
    new Set(goals.map((goal) => goal.replace(/the [\w ]+? (?=promised|has|was paid|knew)/, ''))).size,
  ).toBeGreaterThanOrEqual(3)
})
