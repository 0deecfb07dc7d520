import { novelContent } from '@narratoria/content/novels'
import { describe, expect, it } from 'vitest'
import { writeNovel } from '../write-novel.ts'
import { chosenFrom } from '../../src/stub/choices.ts'
import { imageOf, inPlainWords } from '../../src/stub/images.ts'
import { reworded } from '../../src/stub/reworded.ts'
import { sentencesIn } from '../../src/stub/sentences.ts'
import { byRole } from '../../src/stub/step-writer.ts'

const seeds = Array.from({ length: 40 }, (_, index) => `seed ${index}`)

describe('the wording of scenes without a model', () => {
  it('chooses together what belongs together', () => {
    const texts = seeds.map((seed) =>
      chosenFrom('[A bell|A horn|A drum] was heard, and Ines [=rang|blew|beat] it.', seed),
    )
    expect(new Set(texts)).toEqual(
      new Set([
        'A bell was heard, and Ines rang it.',
        'A horn was heard, and Ines blew it.',
        'A drum was heard, and Ines beat it.',
      ]),
    )
    const free = seeds.map((seed) => chosenFrom('[A bell|A horn] was heard, and Ines [sat|stood].', seed))
    expect(new Set(free).size).toBe(4)
  })

  it.each([
    ['“Who thought of that,” said Ines.', /“Who thought of that\?” (?:asked|inquired) Ines\./],
    ['“Are we lost,” breathed Ines.', /“Are we lost\?” breathed Ines\./],
    ['“And if it is true,” said Ines.', /“And if it is true\?” asked Ines\./],
    ['“The soup is cold. Is there more,” said the cook.', /“The soup is cold\. Is there more\?” asked the cook\./],
    ['“Is it far. I am tired.” Ines sat down.', /“Is it far\? I am tired\.” Ines/],
    ['“What I say is true,” said Ines.', /“What I say is true,” (?:said Ines|Ines said)\./],
    ['“When it is over,” said Ines, and stopped.', /“When it is over,” (?:said Ines|Ines said), and/],
    ['“Do come again,” said Ines.', /“Do come again,” (?:said Ines|Ines said)\./],
  ])('%s', (given, expected) => {
    for (const seed of seeds) expect(reworded(given, seed)).toMatch(expected)
  })

  it('keeps what another word would change', () => {
    const kept = [
      'Nobody would speak of it again.',
      'It would never be the same again.',
      'He had died the week before she came.',
      'She saw how carefully it was folded.',
      'Outside Calla stood the cart.',
    ]
    for (const seed of seeds)
      for (const text of kept) {
        const words = reworded(text, seed)
        expect(words).not.toMatch(/once (?:more|again)|previous week|with care|Out of doors/)
      }
    expect(seeds.map((seed) => reworded('The bell rang again.', seed))).toContain('The bell rang once more.')
  })

  it('calls the hero by what they are, and not where that is said', () => {
    const role = 'the diver'
    const write = (text: string) => byRole(text, { role, isNamed: true, random: () => 1 })
    expect(write('A bell rang. {hero} looked up.')).toBe('A bell rang. the diver looked up.')
    expect(write('{hero} was {hrole}, and cold.')).toBe('{hero} was {hrole}, and cold.')
    expect(write('“Who is it?” {hero} looked up.')).toBe('“Who is it?” The diver looked up.')
    expect(write('“Who is it?” {hero} asked.')).toBe('“Who is it?” the diver asked.')
    expect(write('“Well,” {hero} began.')).toBe('“Well,” the diver began.')
  })

  it('answers questions, and only questions', () => {
    const replies = (text: string) =>
      new Set(seeds.map((seed) => /” (?:Tom )?(\w+)(?: Tom)?\.$/.exec(reworded(text, seed))![1]))
    expect(replies('“Where is it?” asked Ines. “Here,” said Tom.')).toEqual(new Set(['answered', 'said', 'replied']))
    expect(replies('“It is here.” Ines sat down. “No,” said Tom.')).toEqual(new Set(['said', 'answered']))
  })

  it('names who said something before or after the verb, except after a question and before a clause', () => {
    const tails = (text: string) => new Set(seeds.map((seed) => reworded(text, seed).replace(/^.*” /, '')))
    expect(tails('“Here,” whispered Ines.')).toEqual(new Set(['whispered Ines.']))
    expect(tails('“Here,” said Ines, who knew.')).toEqual(new Set(['said Ines, who knew.']))
    expect(tails('“Here,” said the cook to Ines.')).toContain('the cook said to Ines.')
    expect([...tails('“Where?” asked Ines.')].every((tail) => tail.endsWith(' Ines.'))).toBe(true)
  })

  it('calls the protagonist by name and by what they are, and never by both in one sentence', async () => {
    const premise = 'The nurse Mara hears a patient who has been dead for a year ring the bell.'
    const { proses } = await writeNovel({ premise, scenes: 20 }, 20)
    const narration = proses
      .join('\n')
      .replace(/^\*.*\*$/m, '')
      .replaceAll(/“[^”]*”/g, '')
    const named = narration.match(/\bMara\b/g)!.length
    const byRole = narration.match(/\b[Tt]he nurse\b/g)!.length
    expect(byRole / (named + byRole)).toBeGreaterThan(0.1)
    expect(byRole / (named + byRole)).toBeLessThan(0.4)
    expect(sentencesIn(narration).filter((text) => /Mara.*the nurse|[Tt]he nurse.*Mara/.test(text))).toEqual([])
  })

  it('keeps a question and who asks it in one sentence', () => {
    expect(sentencesIn('“Why?” asked Ines. “No!” Tom left.')).toEqual(['Why? asked Ines.', 'No!', 'Tom left.'])
  })

  it('recognizes a text with other names, and however it was reworded', () => {
    const text = 'Nobody at {place} sat down beside the window, and {hero} [waited|left].'
    const image = imageOf(text, text)
    expect(image).toBe(imageOf('No one at {place} took a seat next to the window, and {hero} left.', ''))
    expect(imageOf('{hero} left {place}.', '{hero} left {place}.')).toBeUndefined()
  })

  it('repeats no view of a place and no gesture in sixty scenes', async () => {
    const { proses } = await writeNovel({ premise: 'A sleepy office discovers a hidden elevator.', scenes: 60 }, 60)
    const { pools, tones, colours } = novelContent
    const texts = [...pools.arrive, ...pools.gesture, ...pools.thought, ...Object.values(tones).flat()]
    const images = [...texts, ...Object.values(colours).flat()].flatMap((text) => imageOf(text, '') ?? [])
    const plain = proses.map(inPlainWords)
    const counts = images.map((image) => plain.filter((prose) => prose.includes(image)).length)
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(20)
    expect(images.filter((_, at) => counts[at]! > 1)).toEqual([])
  })
})
