import { describe, expect, it } from 'vitest'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'

/** All that the people of a world say, in quotation marks. */
function spoken(text: string): string[] {
  return Object.values(buildFitting(text, { plot: 'aim' }).people).flatMap(({ topics = {} }) =>
    Object.values(topics)
      .flatMap(({ answer, lie = [] }) => [answer, lie].flat())
      .flatMap((line) => [...String(line).matchAll(/“([^”]*)”/gu)].map(([, words]) => words!)),
  )
}

describe('a person says of themselves all that a clause calls them', () => {
  it.each([
    ['I am the new cook. My landlady, Mrs Quint, counts the spoons.', /\bI count the spoons/],
    ['I am new. The champion, a boxer known as Iron Meg, trains at night.', /\bI train at night/],
    ['I sell maps. Two brothers, Lars and Nils, claim the same island.', /Lars and I claim the same island/],
    ['I keep bees. My godmother, Lola Finn, sleeps at noon.', /\bI sleep at noon/],
  ])('%s', (text, expected) => {
    expect(spoken(text).join('\n')).toMatch(expected)
  })
})

describe('what is not a sentence by itself is not recited', () => {
  it.each([
    [
      'A crew of three sails north: Captain Holm, the cook Ida, and a boy called Pip, who is not well.',
      /who is not well|three: /,
    ],
    ['I guard the inn. Two guests want the last bed: a nun and a drover named Cass.', /^(?:a drover|me\b|I\.)|bed: /],
    ['I wait. Six sailors, no water, and a chest nailed to the deck. The mate Rolf sleeps.', /no water/],
    ['I found a note. It says: DO NOT TRUST HER. My sister Ada waits.', /TRUST/],
    ['The judge Ames drinks. What will he do? I am the bailiff.', /what will/i],
    ['My aunt left me a farm and a box I may not open. The neighbour Ove wants the farm.', /^a box/],
  ])('%s', (text, not) => {
    for (const line of spoken(text)) expect(line).not.toMatch(not)
  })
})

describe('the verb agrees with the one who says it', () => {
  it.each([
    'In a hamlet by the sea, the priest Odo rings the bell at noon. The widow Ute listens.',
    'Dr. Ines Brandt is the only vet on the island. The farmer Jo has a sick mare.',
    'At the foot of the dam, the engineer Kim Sato counts the cracks. The mayor Lund denies them.',
    'Marshal Jeb "Red" Colt rides into town. The banker Poole sweats.',
    'The twins Fay and Gil do not speak to each other. I am their tutor.',
  ])('%s', (text) => {
    for (const line of spoken(text)) {
      expect(line).not.toMatch(
        /\b(?:[Yy]ou|I|[Ww]e) (?:rings|is|has|counts|rides|listens)\b|\byou, \p{Lu}|\bI "|\bon you\b/u,
      )
      if (/each other/.test(line)) expect(line).toMatch(/and I|[Ww]e /)
    }
  })
})

describe('a pronoun of which it is not clear whom it means', () => {
  it.each([
    [
      'Captain Moss lost the chart at dice. The winner, a pilot known as Old Wren, sails at dawn. He needs a crew.',
      /needs? a crew/,
    ],
    ['A scarecrow stands in the barley. Every night he comes closer. The farmer Joss has a gun.', /he comes closer/],
    ['The notary and the surgeon quarrel. He has hidden the deed. I am the clerk.', /hidden the deed/],
    ['Corporal Finn and two others hide in the barn. They have one egg.', /Finn have/],
  ])('is not given to anyone: %s', (text, not) => {
    for (const line of spoken(text)) expect(line).not.toMatch(not)
  })
})

describe('the goal of a premise that neither asks nor states a task', () => {
  it.each([
    ['Two rival bakers, Ines and Bruno, share one oven. Neither lights it.', /Ines and Bruno have to say/],
    ['The duke Otto returns from the war. His wife Marte has remarried.', /Otto|Marte/],
    ['The comet Ariel grows brighter. The astronomer Lise drinks tea.', /what is to be done/],
    ['My cousin Pia married the ghost. My uncle Rolf sells insurance.', /Pia and Rolf|Rolf/],
  ])('is to hear its people and to decide: %s', (text, expected) => {
    const { task = '', open } = readPremise(text).need.values
    expect(open).toBe('yes')
    expect(task).toMatch(expected)
    expect(task).toContain('decide what is to be done')
  })

  it.each([
    'The dentist Rolf must find the golden tooth before noon.',
    'Who painted the moon green? The keeper Ann was awake.',
    'Bandits want to burn the mill, and the miller Hob has one bucket.',
  ])('is not that of one that does: %s', (text) => {
    expect(readPremise(text).need.values['open']).toBeUndefined()
  })
})

describe('the plot fits what the premise says already', () => {
  const plotOf = (text: string) =>
    ['theft', 'murder', 'secret'].find((plot) => {
      try {
        return JSON.stringify(buildFitting(text)) === JSON.stringify(buildFitting(text, { plot }))
      } catch {
        return false
      }
    })

  it.each([
    ['An ogre has stolen the bell of the abbey. Brother Aldo wants it back.', undefined],
    ['Queen Isolde, who murdered my father, holds a feast. The jester Pim knows me.', undefined],
    ['I think that the map is hidden in the attic. The lodger Mr Vane wants the house.', undefined],
    ['The chalice has vanished. The sexton Pell and the nun Clare blame each other.', 'theft'],
  ])('%s', (text, plot) => {
    expect(plotOf(text)).toBe(plot)
  })
})
