import type { JsonObject } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { compileLorebook, convertLorebook, matchLore, type LoreScan } from '../src/index.ts'

/** The names of the entries that are used, in order; and why the others are not. */
function match(book: JsonObject, scan: Partial<LoreScan> & { messages: string[] }, character?: string) {
  const verdicts = matchLore([compileLorebook(convertLorebook(book, 'Book').document, character)], {
    seed: 'seed',
    ...scan,
  })
  return {
    used: verdicts.filter(({ used }) => used).map(({ entry }) => entry.name),
    reasons: Object.fromEntries(verdicts.map(({ entry, reason }) => [entry.name, reason])),
    texts: verdicts.filter(({ used }) => used).map(({ text }) => text),
  }
}

function entry(name: string, fields: JsonObject = {}): JsonObject {
  return {
    name,
    keys: [name],
    content: `About ${name}.`,
    enabled: true,
    extensions: {},
    insertion_order: 100,
    use_regex: false,
    ...fields,
  }
}

describe('an entry is used', () => {
  it.each<[string, JsonObject, string[], string]>([
    ['if a key occurs, in any case', entry('fog'), ['The FOG rises.'], 'key'],
    ['also as a part of a word', entry('fog'), ['foggy'], 'key'],
    [
      'as a whole word only, if it asks for that',
      entry('fog', { extensions: { match_whole_words: true } }),
      ['foggy'],
      'no_key',
    ],
    ['in its own case only, if it asks for that', entry('Fog', { case_sensitive: true }), ['fog'], 'no_key'],
    ['if a regular expression matches', entry('a', { keys: ['/riv(er|ulet)/i'] }), ['The Rivulet'], 'key'],
    ['if its keys are expressions', entry('a', { keys: ['riv(er|ulet)'], use_regex: true }), ['The Rivulet'], 'key'],
    ['not by the words of an expression', entry('a', { keys: ['/river/'] }), ['/river/'.toUpperCase()], 'no_key'],
    ['always, if it is constant', entry('a', { constant: true }), ['nothing'], 'constant'],
    ['never, if it is disabled', entry('a', { enabled: false }), ['a'], 'disabled'],
    ['only in the last two messages', entry('fog'), ['fog', 'one', 'two'], 'no_key'],
    [
      'in as many messages as it asks for',
      entry('fog', { extensions: { scan_depth: 3 } }),
      ['fog', 'one', 'two'],
      'key',
    ],
    ['with a secondary key', entry('a', { selective: true, secondary_keys: ['x', 'y'] }), ['a y'], 'key'],
    [
      'not without a secondary key',
      entry('a', { selective: true, secondary_keys: ['x', 'y'] }),
      ['a'],
      'secondary_keys',
    ],
    [
      'whatever the secondary keys, if it is not selective',
      entry('a', { selective: false, secondary_keys: ['x'] }),
      ['a'],
      'key',
    ],
    [
      'with all secondary keys',
      entry('a', { selective: true, secondary_keys: ['x', 'y'], extensions: { selectiveLogic: 3 } }),
      ['a y'],
      'secondary_keys',
    ],
    [
      'with none of them',
      entry('a', { selective: true, secondary_keys: ['x', 'y'], extensions: { selectiveLogic: 2 } }),
      ['a z'],
      'key',
    ],
    [
      'with not all of them',
      entry('a', { selective: true, secondary_keys: ['x', 'y'], extensions: { selectiveLogic: 1 } }),
      ['a x'],
      'key',
    ],
    ['by the decorator activate', entry('a', { content: '@@activate\nText' }), ['nothing'], 'constant'],
    ['not by the decorator dont_activate', entry('a', { content: '@@dont_activate\nText' }), ['a'], 'disabled'],
    [
      'by the fallback of an unknown decorator',
      entry('a', { content: '@@future\n@@@activate\nText' }),
      ['nothing'],
      'constant',
    ],
    ['not with an excluded key', entry('a', { content: '@@exclude_keys x,y\nText' }), ['a y'], 'excluded_key'],
    ['by an additional key', entry('a', { content: '@@additional_keys q\nText' }), ['q'], 'key'],
    ['not before some messages', entry('a', { content: '@@activate_only_after 3\nText' }), ['a'], 'too_early'],
    ['not after another greeting', entry('a', { content: '@@is_greeting 1\nText' }), ['a'], 'other_greeting'],
    ['after its greeting', entry('a', { content: '@@is_greeting 0\nText' }), ['a'], 'key'],
    ['only in every second message', entry('a', { content: '@@activate_only_every 2\nText' }), ['a'], 'other_message'],
    [
      'for ever after it was found',
      entry('a', { content: '@@keep_activate_after_match\nText' }),
      ['a', '-', '-', '-', '-'],
      'sticky',
    ],
    ['once', entry('a', { content: '@@dont_activate_after_match\nText' }), ['a', '-', '-', 'a'], 'cooldown'],
    ['for some messages more', entry('a', { extensions: { sticky: 2 } }), ['a', '-', '-', '-'], 'sticky'],
    ['not again for some messages', entry('a', { extensions: { cooldown: 4 } }), ['a', '-', '-', 'a'], 'cooldown'],
    [
      'not with a chance of 0 %',
      entry('a', { extensions: { probability: 0, useProbability: true } }),
      ['a'],
      'probability',
    ],
    [
      'whatever its chance, if that is switched off',
      entry('a', { extensions: { probability: 0, useProbability: false } }),
      ['a'],
      'key',
    ],
  ])('%s', (_, book, messages, reason) => {
    expect(match({ entries: [book] }, { messages }).reasons).toEqual({ [book.name as string]: reason })
  })

  it.each([
    ['/world/flags/open', true],
    ['/world/flags/shut', false],
    ['!/world/flags/shut', true],
    ['/world/at/player = hall', true],
    ['/world/at/player = "hall"', true],
    ['/world/at/player != hall', false],
    ['/world/turn >= 5', true],
    ['/world/turn < 5', false],
    ['/world/constructor', false],
    ['not a condition', false],
  ])('while the state fits: %s is %s', (when, holds) => {
    const state = { world: { flags: { open: true, shut: false }, at: { player: 'hall' }, turn: 5 } }
    const book = {
      entries: [entry('a', { when }), entry('b', { extensions: { narratoria: { when: [when] } }, keys: ['a'] })],
    }
    const { used, reasons } = match(book, { messages: ['a'], state })
    expect(used).toEqual(holds ? ['a', 'b'] : [])
    if (!holds) expect(reasons).toEqual({ a: 'condition', b: 'condition' })
  })
})

describe('the entries of a book', () => {
  it('are read by position, then by insertion order', () => {
    const entries = [
      entry('c', { insertion_order: 1 }),
      entry('b', { insertion_order: 9, position: 'before_char' }),
      entry('a', { insertion_order: 3, position: 'before_char' }),
    ]
    expect(match({ entries }, { messages: ['a b c'] }).used).toEqual(['a', 'b', 'c'])
  })

  it('find each other up to three times, if the book is recursive', () => {
    const chain = ['a', 'b', 'c', 'd', 'e'].map((name, index, names) =>
      entry(`key${name}`, { content: `see key${names[index + 1]}` }),
    )
    expect(match({ entries: chain, recursive_scanning: true }, { messages: ['keya'] }).used).toEqual([
      'keya',
      'keyb',
      'keyc',
      'keyd',
    ])
    expect(match({ entries: chain }, { messages: ['keya'] }).used).toEqual(['keya'])
  })

  it('can refuse to find or to be found by others, or be found by others only', () => {
    const entries = [
      entry('one', { content: 'two three four' }),
      entry('two', { extensions: { exclude_recursion: true } }),
      entry('three', { content: 'five', extensions: { prevent_recursion: true } }),
      entry('four', { extensions: { delay_until_recursion: true } }),
      entry('five'),
    ]
    const { reasons } = match({ entries, recursive_scanning: true }, { messages: ['one four'] })
    expect(reasons).toEqual({ one: 'key', two: 'no_key', three: 'recursion', four: 'recursion', five: 'no_key' })
  })

  it('are dropped by priority where the budget ends', () => {
    const long = 'word '.repeat(60)
    const entries = [
      entry('low', { keys: ['a'], content: long, priority: 1 }),
      entry('high', { keys: ['a'], content: long, priority: 9 }),
      entry('always', { constant: true, content: long, priority: 0 }),
    ]
    expect(match({ entries, token_budget: 210 }, { messages: ['a'] }).reasons).toEqual({
      low: 'budget',
      high: 'key',
      always: 'constant',
    })
    expect(match({ entries }, { messages: ['a'], tokenBudget: 110 }).used).toEqual(['always'])
  })

  it('of a group exclude each other, by weight', () => {
    const entries = [
      entry('light', { keys: ['a'], extensions: { group: 'g', group_weight: 1 } }),
      entry('heavy', { keys: ['a'], extensions: { group: 'g', group_weight: 9 } }),
    ]
    const wins = { light: 0, heavy: 0 }
    for (let seed = 0; seed < 200; seed++) {
      const { used } = match({ entries }, { messages: ['a'], seed: `turn ${seed}` })
      expect(used).toHaveLength(1)
      wins[used[0] as 'light' | 'heavy'] += 1
    }
    expect(wins.heavy).toBeGreaterThan(150)
    expect(wins.light).toBeGreaterThan(2)
  })

  it('have their chance by the turn: the same seed gives the same entries', () => {
    const entries = [entry('a', { extensions: { probability: 30, useProbability: true } })]
    const hits = Array.from(
      { length: 400 },
      (_, seed) => match({ entries }, { messages: ['a'], seed: `${seed}` }).used.length,
    )
    expect(hits.filter((count) => count === 1).length / 400).toBeCloseTo(0.3, 1)
    expect(
      Array.from({ length: 400 }, (_, seed) => match({ entries }, { messages: ['a'], seed: `${seed}` }).used.length),
    ).toEqual(hits)
  })

  it('speak of the character and the player', () => {
    const entries = [entry('a', { content: "{{user}} met {{char}} at {{user}}'s door. {{// hidden}}<BOT> waits." })]
    expect(match({ entries }, { messages: ['a'] }, 'Orla').texts).toEqual(['You met Orla at your door. Orla waits.'])
    expect(match({ entries }, { messages: ['a'], user: 'Ada' }, 'Orla').texts).toEqual([
      "Ada met Orla at Ada's door. Orla waits.",
    ])
  })
})

describe('lorebooks of other programs', () => {
  const expected = { used: ['Mill'], reasons: { Mill: 'key', Bell: 'no_key' }, texts: ['The mill burns.'] }
  it.each<[string, unknown]>([
    [
      'lorebook V3',
      {
        spec: 'lorebook_v3',
        data: {
          entries: [entry('Mill', { keys: ['mill'], content: 'The mill burns.' }), entry('Bell', { keys: ['bell'] })],
        },
      },
    ],
    [
      'SillyTavern World Info',
      {
        entries: {
          0: {
            uid: 0,
            key: ['mill'],
            keysecondary: ['fire'],
            selective: true,
            selectiveLogic: 0,
            comment: 'Mill',
            content: 'The mill burns.',
            order: 50,
            position: 0,
          },
          1: { uid: 1, key: ['bell'], keysecondary: [], comment: 'Bell', content: 'It rings.', disable: false },
        },
      },
    ],
    [
      'NovelAI lorebook',
      {
        lorebookVersion: 4,
        entries: [
          { keys: ['mill'], text: 'The mill burns.', displayName: 'Mill' },
          { keys: ['bell'], text: 'x', displayName: 'Bell' },
        ],
      },
    ],
    [
      'Agnai memory book',
      {
        kind: 'memory',
        name: 'x',
        entries: [
          { name: 'Mill', entry: 'The mill burns.', keywords: ['mill'], weight: 1, enabled: true },
          { name: 'Bell', entry: 'x', keywords: ['bell'], enabled: true },
        ],
      },
    ],
    [
      'RisuAI lorebook',
      {
        type: 'risu',
        ver: 1,
        data: [
          { key: 'mill, wheel', comment: 'Mill', content: 'The mill burns.', insertorder: 5 },
          { key: 'bell', comment: 'Bell', content: 'x' },
        ],
      },
    ],
    [
      'AI Dungeon story cards',
      [
        { keys: 'mill,wheel', value: 'The mill burns.', title: 'Mill', type: 'location' },
        { keys: 'bell', value: 'x', title: 'Bell' },
      ],
    ],
  ])('%s', (source, book) => {
    const converted = convertLorebook(book as JsonObject, 'Book')
    expect(converted.source).toBe(source)
    expect(match(converted.document as unknown as JsonObject, { messages: ['The mill is on fire.'] })).toEqual(expected)
  })
})

describe('the place of an entry among the messages', () => {
  const placeOf = (fields: JsonObject) => {
    const { document } = convertLorebook({ entries: [entry('a', fields)] }, 'Book')
    const { depth, role } = compileLorebook(document).entries[0]!
    return { depth, role }
  }

  it.each<[string, JsonObject, object]>([
    ['is none by default', {}, { depth: undefined, role: undefined }],
    ['is a depth from the end', { content: '@@depth 3\nText' }, { depth: { messages: 3, from: 'end' } }],
    ['is a depth from the start', { content: '@@reverse_depth 2\nText' }, { depth: { messages: 2, from: 'start' } }],
    [
      'has a role',
      { content: '@@depth 0\n@@role Assistant\nText' },
      { depth: { messages: 0, from: 'end' }, role: 'assistant' },
    ],
    [
      'is that of SillyTavern',
      { extensions: { position: 4, depth: 6, role: 1 } },
      { depth: { messages: 6, from: 'end' }, role: 'user' },
    ],
    [
      'ignores the depth of other positions of SillyTavern',
      { extensions: { position: 1, depth: 4, role: 0 } },
      { depth: undefined, role: undefined },
    ],
    [
      'ignores what is not a number of messages',
      { content: '@@depth -1\n@@role king\nText' },
      { depth: undefined, role: undefined },
    ],
  ])('%s', (_, fields, expected) => {
    expect(placeOf(fields)).toMatchObject(expected)
  })

  it('drops first what may be ignored where the budget ends', () => {
    const entries = [
      entry('a', { content: '@@ignore_on_max_context\nTwenty letters here.', priority: 900 }),
      entry('b', { content: 'Twenty letters there', priority: 1 }),
    ]
    expect(match({ entries, token_budget: 8 }, { messages: ['a b'] }).used).toEqual(['b'])
  })

  it('names what no request to a chat model has', () => {
    const { document } = convertLorebook({ entries: [entry('a', { content: '@@instruct_depth 9\nText' })] }, 'Book')
    expect(compileLorebook(document).warnings).toEqual(['"a": not supported and ignored: @@instruct_depth.'])
  })
})
