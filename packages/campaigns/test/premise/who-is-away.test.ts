import { describe, expect, it } from 'vitest'
import { checkWorld } from '@narratoria/world'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'

const opening = (text: string) => {
  const { people, things, player } = buildFitting(text)
  return Object.values({ ...people, ...things })
    .filter(({ at }) => at === player.at)
    .map(({ name }) => name)
}

describe('who is away is not in the first room', () => {
  it.each([
    ["The doctor doesn't answer the telephone. My brother Jon waits with me in the kitchen.", 'doctor'],
    ['The baker has not answered the door since Monday. His wife Lou is worried.', 'baker'],
    ['The pilot, Vera, is three hours late and the soldiers are searching the airfield.', 'Vera'],
    ['The signalman, Karl, has failed to report. His sister Ada waits on the platform with me.', 'Karl'],
    ['A troll has carried off the clock of our village. The mayor Odo begs me to bring it back.', 'troll'],
    ['The magician made off with my purse. His assistant Pia waits with me in the theatre.', 'magician'],
    ['A thief has stolen the crown from the church. Brother Anselm begs me to find it.', 'thief'],
  ])('%s', (text, name) => {
    expect(opening(text)).not.toContain(name)
    expect(readPremise(text).people.map((each) => each.name)).not.toContain(name)
    expect(checkWorld(buildFitting(text))).toEqual([])
  })

  it('who is late is not dead', () => {
    expect(readPremise('The courier, Bernard, is two days late. I wait in the inn.').absent[0]?.isDead).toBeUndefined()
    expect(readPremise('My late uncle Bernard left me an inn.').absent[0]?.isDead).toBe(true)
  })

  it('who does not answer a question is there', () => {
    const { people } = readPremise("My uncle Rolf won't answer my questions in the kitchen.")
    expect(people).toMatchObject([{ name: 'Rolf' }])
  })
})

describe('what is elsewhere is not in the first room', () => {
  it.each([
    ['A troll has carried off the clock of our village. The mayor Odo begs me to bring it back.', 'clock'],
    ['The wolves ran off with the flag. The scout Ida and I stand in the camp.', 'flag'],
    ['The witch will free my sister Mara if I bring her a feather from the giant’s cap.', 'feather'],
    ['The witch will free my sister Mara if I bring her a feather from the giant’s cap.', 'Mara'],
    ["The witch will free my sister Mara if I bring her a feather from the giant's cap.", "giant's cap"],
    ["The king will pardon me if I fetch him the ruby from the sultan's crown.", 'ruby'],
    ["The queen's necklace was snatched at the ball, and the footman Jem blames the duchess.", "queen's necklace"],
    ['The bell has been carried off. The monk Bo begs me to find it.', 'bell'],
    ['I owe the banker Lutz thirty gold coins by noon. My cousin Ida waits at the mill.', 'gold coins'],
  ])('%s', (text, name) => {
    expect(opening(text)).not.toContain(name)
  })

  it.each([
    ["I'm a spy hiding in a cellar in Prague. I need to get the film to the printer Ada at the chapel.", 'cellar'],
    ['We are runaways in a barn. We have to pass the map to Brother Bo at the monastery.', 'barn'],
  ])('the player has what is to be brought to another, and begins where they are: %s', (text, start) => {
    const world = buildFitting(text)
    expect(world.places[world.player.at]!.name).toBe(start)
    const brought = Object.values(world.things).find(({ name }) => /^(?:film|map)$/.test(name))
    expect(brought?.at).toBe('player')
    expect(opening(text)).not.toContain('Ada')
  })
})
