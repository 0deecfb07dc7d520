import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildRequest } from '../../src/context/build-request.ts'
import type { NarrationSource } from '../../src/context/blocks.ts'
import { estimateTokens } from '../../src/context/tokens.ts'

const sourceOf = (
  more: Partial<NarrationSource['request']> = {},
  rest: Partial<NarrationSource> = {},
): NarrationSource => ({
  prompt: 'I open the door',
  outcomes: ['The door is locked.'],
  style: 'vivid',
  settings: { maxWords: 150 },
  request: { state: {}, dependencies: {}, ...more },
  ...rest,
})
const turn = (seq: number) => ({ seq, prompt: `I try ${seq}`, narrative: `Thing ${seq} happens.` })
const turns = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => turn(from + index))

describe('a request to a narrating model', () => {
  it('contains the last turns as a conversation after the summary, and the present last', () => {
    const story = { summary: ['Turn 1: a key is found'], turns: turns(11, 13) }
    const { messages, blocks } = buildRequest(sourceOf({ story }), 4_000)
    expect(messages.map(({ role }) => role)).toEqual(['system', ...Array(3).fill(['user', 'assistant']).flat(), 'user'])
    expect(messages[1]!.content).toBe(
      'Earlier in the story:\n- Turn 1: a key is found\n\nThe player’s words: "I try 11"',
    )
    expect(messages[2]!.content).toBe('Thing 11 happens.')
    expect(messages.at(-1)!.content).toMatch(
      /What happened in this turn:\n- The door is locked\.\n\nThe player’s words: "I open the door"$/,
    )
    expect(blocks.map(({ name }) => name)).toEqual(['style', 'summary', 'turns', 'place', 'outcomes', 'words'])
  })

  it('places entries of lorebooks among the messages by their depth and role, and keeps the order of roles', () => {
    const at = (messages: number, from: 'end' | 'start' = 'end') => ({ depth: { messages, from } })
    const lore = [
      { name: 'a', text: 'Beside the words.', ...at(0) },
      { name: 'b', text: 'Before the present.', ...at(1), role: 'user' as const },
      { name: 'c', text: 'The bell rings.', ...at(1), role: 'assistant' as const },
      { name: 'd', text: 'Before the last narration.', ...at(2) },
      { name: 'e', text: 'At the start.', ...at(0, 'start') },
      { name: 'f', text: 'Far beyond.', ...at(99) },
      { name: 'g', text: 'A rule.', role: 'system' as const },
      { name: 'h', text: 'Wind\n\nrises.', role: 'assistant' as const },
      { name: 'i', text: 'Plain.' },
    ]
    const story = { summary: [], turns: turns(1, 2), lore }
    const { messages, blocks } = buildRequest(sourceOf({ story }), 4_000)
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'user'])
    const [system, first, , second, narration, present] = messages.map(({ content }) => content)
    expect(system).toMatch(/\[A rule\.\]$/)
    expect(first).toBe('[Far beyond.]\n\n[At the start.]\n\nThe player’s words: "I try 1"')
    expect(second).toBe('The player’s words: "I try 2"\n\n[Before the last narration.]')
    expect(narration).toBe('Thing 2 happens.\n\nThe bell rings.\n\nWind rises.')
    expect(present).toMatch(/^\[Before the present\.\]\n\n/)
    expect(present).toMatch(/\[Beside the words\.\]\n\nThe player’s words: "I open the door"$/)
    expect(present).toContain('What is known in this world and fits:\n- Plain.')
    expect(blocks.find(({ name }) => name === 'lorebook')?.text).toContain('The bell rings.')
  })

  it('cuts placed entries to their share of the context', () => {
    const text = 'The fog is thick. '.repeat(200)
    const lore = [1, 2, 3].map((index) => ({ name: `${index}`, text, depth: { messages: 1, from: 'end' as const } }))
    const { messages } = buildRequest(sourceOf({ story: { summary: [], turns: turns(1, 2), lore } }), 1_000)
    const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
    expect(tokens).toBeLessThanOrEqual(1_000)
    expect(messages.at(-1)!.content).toContain('The fog is thick.')
  })

  it('asks for more of the narration if the player said nothing', () => {
    const { messages } = buildRequest(
      sourceOf({ story: { summary: [], turns: turns(1, 1) } }, { prompt: '', outcomes: [] }),
      4_000,
    )
    expect(messages.at(-1)!.content).toMatch(/The player does nothing new\. Continue the narration where it ended\.$/)
    expect(messages.at(-1)!.content).not.toContain('words:')
  })

  it('contains what earlier narrations established, the newest first, and how people stand to the player', async () => {
    const facts = { '1_1': { text: 'Oleg has a brother.', about: 'oleg' }, '2_1': { text: 'The lamp is cracked.' } }
    const { messages } = buildRequest(sourceOf({ state: { facts } }), 4_000)
    expect(messages.at(-1)!.content).toContain(
      'Established in earlier turns, and true unless what is here says otherwise:\n- The lamp is cracked.\n- Oleg has a brother.',
    )
    const world = {
      title: 'Room',
      player: { at: 'room' },
      places: { room: { name: 'room' } },
      things: {},
      people: { oleg: { name: 'Oleg', at: 'room' }, mara: { name: 'Mara', at: 'room', feeling: -70 } },
    }
    const path = join(await mkdtemp(join(tmpdir(), 'narratoria-request-')), 'world.json')
    await writeFile(path, JSON.stringify({ world }))
    const state = { world: { feelings: { oleg: 25 } } }
    const { blocks } = buildRequest(sourceOf({ state, campaign: { name: 'Room', path } }), 4_000)
    const { text } = blocks.find(({ name }) => name === 'people')!
    expect(text).toContain('"stance":"friendly to the player"')
    expect(text).toContain('"stance":"hostile to the player"')
    expect(text).not.toMatch(/feeling|25|70/)
  })

  it('contains the campaign, the player’s character and background that fits', async () => {
    const world = { title: 'Pell', player: { at: 'pier' }, places: { pier: { name: 'pier' } }, things: {}, people: {} }
    const notes = {
      setting: 'A harbour town.',
      premise: 'The light is out.',
      rules: 'Dice decide.',
      constraints: ['There is no magic.'],
      persona: 'Tess, a clerk',
      lore: [
        { heading: 'The Combs', text: 'A reef of nine teeth.' },
        { heading: 'The chapel', text: 'Its pews face the sea.' },
        { text: 'Never sent.' },
      ],
    }
    const path = join(await mkdtemp(join(tmpdir(), 'narratoria-request-')), 'world.json')
    await writeFile(path, JSON.stringify({ world, notes }))
    const source = sourceOf({ campaign: { name: 'Pell', path } }, { prompt: 'ask about the Combs' })
    const { messages, blocks } = buildRequest(source, 4_000)
    const blockOf = (name: string) => blocks.find((block) => block.name === name)?.text
    expect(blockOf('campaign')).toBe(
      'The story is "Pell".\n\nA harbour town.\n\nThe light is out.\n\nDice decide.\n\nNever break these limits:\n- There is no magic.',
    )
    expect(blockOf('persona')).toBe('The player’s character: Tess, a clerk')
    expect(blockOf('lore')).toMatch(/\n- The Combs: A reef of nine teeth\.$/)
    for (const { text } of blocks) expect(messages.map(({ content }) => content).join('\n\n')).toContain(text)
    const recalled = [{ heading: 'The chapel', text: 'Its pews face the sea.', file: 'lore/chapel.md', index: 0 }]
    const withRecalled = {
      ...source,
      request: { ...source.request, dependencies: { recall: { memory: { lore: recalled } } } },
    }
    const lore = buildRequest(withRecalled, 4_000).blocks.find(({ name }) => name === 'lore')?.text
    expect(lore).toMatch(/\n- The Combs: A reef of nine teeth\.\n- The chapel: Its pews face the sea\.$/)
    // What does not change comes first.
    expect(messages[0]!.content).toContain('A harbour town.')
    expect(messages.at(-1)!.content).toContain('A reef of nine teeth.')
  })

  it('has the notes of the author in their places, with their tokens', () => {
    const notes = {
      style: 'Write as a ship’s log.',
      persona: 'Ada, a tired pilot.',
      pinned: ['The captain is dead.', 'Nobody knows it.'],
      note: { text: 'Let the fog thicken.', depth: 2 },
    }
    const story = { summary: ['Turn 1: x'], turns: turns(11, 14), notes }
    const request = (depth: number) =>
      buildRequest(sourceOf({ story: { ...story, notes: { ...notes, note: { ...notes.note, depth } } } }), 8_000)
    const { messages, blocks } = request(2)
    expect(messages[0]!.content).toMatch(
      /How this story is written:\nWrite as a ship’s log\.\n\nThe player’s character: Ada, a tired pilot\.\n\nAlways true in this story:\n- The captain is dead\.\n- Nobody knows it\.$/,
    )
    const places = (depth: number) =>
      request(depth).messages.flatMap(({ content }) => (content.includes('thicken') ? [content] : []))
    expect(places(2)).toEqual(['[The author’s note: Let the fog thicken.]\n\nThe player’s words: "I try 13"'])
    expect(places(0)).toEqual([expect.stringMatching(/thicken\.\]\n\nThe player’s words: "I open the door"$/)])
    expect(places(99)).toEqual([
      'Earlier in the story:\n- Turn 1: x\n\n[The author’s note: Let the fog thicken.]\n\nThe player’s words: "I try 11"',
    ])
    const sent = blocks.filter(({ name }) => ['story style', 'persona', 'pinned', 'note'].includes(name))
    expect(sent).toHaveLength(4)
    expect(sent.every(({ tokens, text }) => tokens > 0 && tokens === estimateTokens(text))).toBe(true)
    expect(blocks.find(({ name }) => name === 'turns')!.text).not.toContain('thicken')
  })

  it('has the guidance of skills as data before the campaign, the same part of each, and of few if there is little room', () => {
    const guidance = Array.from({ length: 12 }, (_, index) => ({
      skill: `guide-${index}`,
      description: 'Guides.',
      text: `Be kind.\nWhat happened in this turn:\n- ${'All is well. '.repeat(60)}`,
    }))
    const request = (budget: number) => buildRequest(sourceOf({ story: { summary: [], turns: [], guidance } }), budget)
    const blockOf = (budget: number) => request(budget).blocks.find(({ name }) => name === 'guidance')
    const lines = blockOf(12_000)!.text.split('\n').slice(1)
    expect(lines.map((line) => /^\{"skill":"(.*?)"/.exec(line)?.[1])).toEqual(guidance.map(({ skill }) => skill))
    const sizes = lines.map(estimateTokens)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(8)
    expect(blockOf(12_000)!.tokens).toBeLessThan(0.15 * 12_000)
    expect(blockOf(2_500)!.text.split('\n').slice(1)).toHaveLength(4)
    expect(blockOf(700)).toBeUndefined()
    const whole = buildRequest(sourceOf({ story: { summary: [], turns: [], guidance: guidance.slice(0, 1) } }), 12_000)
    expect(whole.messages[0]!.content).toContain(JSON.stringify(guidance[0]))
  })

  it('has the entries of lorebooks that fit, with their tokens, before the words of the player', () => {
    const lore = [
      { name: 'fog', text: 'The fog comes\nfrom the mill.' },
      { name: 'mill', text: 'The mill burned.' },
    ]
    const { messages, blocks } = buildRequest(sourceOf({ story: { summary: [], turns: [], lore } }), 8_000)
    const text = 'What is known in this world and fits:\n- The fog comes from the mill.\n- The mill burned.'
    expect(blocks.find(({ name }) => name === 'lorebook')).toEqual({
      name: 'lorebook',
      text,
      tokens: estimateTokens(text),
    })
    expect(messages.at(-1)!.content.indexOf(text)).toBeLessThan(messages.at(-1)!.content.indexOf('The player’s words'))
    expect(messages[0]!.content).not.toContain('fog')
  })

  it('begins with the same bytes while the first shown turn is the same', () => {
    const request = (last: number, prompt: string) =>
      buildRequest(sourceOf({ story: { summary: ['Turn 1: x'], turns: turns(11, last) } }, { prompt }), 8_000).messages
    const [before, after] = [request(19, 'I wait'), request(20, 'I run')]
    expect(JSON.stringify(after.slice(0, before.length - 1))).toBe(JSON.stringify(before.slice(0, -1)))
  })

  it('stays within its budget, whatever the story is', () => {
    const text = fc.string({ maxLength: 4_000, unit: 'grapheme' })
    fc.assert(
      fc.property(
        fc.integer({ min: 1_500, max: 20_000 }),
        fc.array(fc.record({ prompt: text, narrative: text }), { maxLength: 18 }),
        fc.array(text, { maxLength: 40 }),
        fc.dictionary(fc.string(), text, { maxKeys: 5 }),
        fc.record(
          {
            style: text,
            persona: text,
            pinned: fc.array(text),
            note: fc.record({ text, depth: fc.nat({ max: 100 }) }),
          },
          { requiredKeys: [] },
        ),
        (budget, recent, summary, state, notes) => {
          const lore = summary.map((each, index) => ({ name: String(index), text: each }))
          const story = { summary, turns: recent.map((each, seq) => ({ seq, ...each })), notes, lore }
          const { messages } = buildRequest(sourceOf({ story, state }), budget)
          const sent = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
          expect(sent).toBeLessThanOrEqual(budget)
          expect(messages.at(-1)!.content).toContain('The door is locked.')
        },
      ),
      { numRuns: 100 },
    )
  })
})
