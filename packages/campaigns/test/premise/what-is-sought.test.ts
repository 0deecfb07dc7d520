import { describe, expect, it } from 'vitest'
import { checkWorld } from '@narratoria/world'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'

const goalsOf = (text: string) =>
  Object.values(buildFitting(text).goals ?? {})
    .map((goal) => String(goal.text))
    .join(' ')

describe('what is sought', () => {
  it.each([
    ["My mother's recipe for apple jam has disappeared and I suspect the cook, Madame Roux.", /recipe for apple jam/],
    ['The manual for steam engines has gone missing, and the engineer Bo blames the stoker Ida.', /manual for steam/],
    ['The key to the wine cellar has been stolen, and the butler Finch weeps.', /the key\b/],
  ])('is what the premise says is gone, and not what it is for: %s', (text, wanted) => {
    expect(goalsOf(text)).toMatch(wanted)
    expect(goalsOf(text)).not.toMatch(/(?:find|Find) the (?:apple jam|jam|steam engines|wine cellar)/)
    const names = readPremise(text).things.map(({ name }) => name)
    expect(names).not.toContain('apple jam')
  })

  it('is not given back to whom the player suspects', () => {
    expect(goalsOf("My mother's recipe for apple jam was stolen and I suspect the cook, Madame Roux.")).not.toMatch(
      /back to Madame Roux/,
    )
  })

  it('the task that one sets out for is the goal', () => {
    expect(goalsOf('The lamp on the cliff is out, so I climb up to light the beacon with my brother Jon.')).toMatch(
      /Light the beacon|light the beacon/,
    )
  })
})

describe('what the player has taken or carries is in the hands of the player', () => {
  it.each([
    ['I have just stolen a ruby from the museum. The guard Otto is looking for it.', 'ruby'],
    ['You stole a letter last night. Captain Bell wants it back by noon.', 'letter'],
    ['The remedy is in my satchel, and the sergeant Pim waits at the gate.', 'remedy'],
    ['The Order of the Rose wants the chalice that I took from the crypt. The monk Bo hides me.', 'chalice'],
    ['A map is sewn into my coat, and the smuggler Ada waits in the inn.', 'map'],
    ['You wake in a barn with a note pinned to your sleeve. The farmer Gus snores.', 'note'],
    ['All I own is a lute, a knife and a candle. The landlord Gus wants his rent.', 'knife'],
  ])('%s', (text, name) => {
    const world = buildFitting(text)
    expect(checkWorld(world)).toEqual([])
    expect(Object.values(world.things).find((thing) => thing.name === name)?.at).toBe('player')
    expect(goalsOf(text)).not.toMatch(new RegExp(`[Ff]ind the ${name}`))
  })
})

it('what the player brings to another is not sought', () => {
  expect(goalsOf('I bring him bread. The hermit Fenn never speaks.')).not.toMatch(/[Ff]ind the bread/)
})

describe('a way out past a sleeper', () => {
  it.each([
    'I wake up in a cell. A guard sleeps by the gate. Escape before he wakes up.',
    'You lie in a tower, and a giant is asleep on the stairs. You must sneak out before the giant wakes.',
    'I am in a cellar, and the robber Bo is asleep at the table. I have to get out without waking him.',
  ])('is the goal, and not to wake them: %s', (text) => {
    expect(goalsOf(text)).toMatch(/^Get out of the/)
    expect(goalsOf(text)).not.toMatch(/\bWake\b|[Tt]o wake/)
    expect(checkWorld(buildFitting(text))).toEqual([])
  })

  it('a sleeper whom one is to wake is woken', () => {
    expect(
      goalsOf('The princess has fallen asleep in the tower, and only I can wake her. The nurse Ada weeps.'),
    ).toMatch(/[Ww]ake/)
  })
})

describe('what the premise names is there', () => {
  it.each([
    ['Two cows have dropped dead at the Ashby farm. The shepherd Tom stares at me.', 'dead cows'],
    ['A horse lies dead in the courtyard, and the groom Lou looks at me.', 'dead horse'],
    ['A bronze hand lies on the altar, and the priest Bo is afraid of it.', 'bronze hand'],
    ['My robot came back with a severed hand in its basket. The cook Bo screams in the kitchen.', 'severed hand'],
    ['My dog came home with a human ear in its mouth. The nurse Ida screams.', 'human ear'],
    ["The cure is in my bag, and the duke's guards won't let me in. The monk Bo prays.", 'cure'],
  ])('%s', (text, name) => {
    const { things } = buildFitting(text)
    expect(Object.values(things).map((thing) => thing.name)).toContain(name)
  })
})
