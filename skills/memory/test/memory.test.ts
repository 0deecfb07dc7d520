import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createWorld } from './world.ts'

test('002 US4.1: the built scripts store, recall and maintain in processes of their own', async () => {
  const world = createWorld()
  await world.store({ text: 'The gate opens' }, { isProcess: true })
  const { run, texts } = await world.recall({ query: 'gate' }, { isProcess: true })
  expect(run).toMatchObject({ ok: true, exitCode: 0 })
  expect(texts).toEqual(['The gate opens'])
  expect((await world.maintain({ isProcess: true })).ok).toBe(true)
})

describe('what is stored', () => {
  test.each([
    ['names a person', { prompt: 'I befriend the blacksmith' }, {}, 1],
    ['names a person by name', { prompt: 'I wave at Mara from afar' }, {}, 1],
    ['changes the state', { prompt: 'I light it' }, { light1: { inventory: { torch: { lit: true } } } }, 1],
    [
      'rolls for a task',
      { prompt: 'I roll to climb' },
      { roll1: { dice: { last: { total: 4, outcome: 'fail' } } } },
      1,
    ],
    ['is to be remembered', { prompt: 'Remember that the well is dry' }, {}, 1],
    ['names only the player', { prompt: "I rest, for I'm tired" }, {}, 1],
    ['is not to be remembered', { prompt: "I don't remember this place" }, {}, 1],
    ['only thinks back', { prompt: 'I remember the old well' }, {}, 1],
    ['is not to be forgotten', { prompt: "Don't forget that the well is dry" }, {}, 1],
    ['does none of these', { prompt: 'I look around the room' }, {}, 1],
    ['only asks', { prompt: 'What happened with the blacksmith?' }, { recall1: { memory: { recalled: [] } } }, 1],
    [
      'only reads standings',
      { prompt: 'I walk on' },
      { query1: { reputation: { factions: { g: { name: 'Guild', value: 3 } } } } },
      1,
    ],
    ['had an optional step fail', { prompt: 'I walk on' }, { failed: null }, 1],
    ['is empty', { prompt: '  ' }, {}, undefined],
  ])('002 US4.1: a turn that %s', async (_, input, dependencies, count) => {
    const world = createWorld()
    const run = await world.store(input, { dependencies })
    expect(run.ok).toBe(true)
    expect((run.output.memory as { count?: number } | undefined)?.count).toBe(count)
    expect(existsSync(world.file())).toBe(count !== undefined)
  })

  test('002 US4.1: the outcome of a turn is stored with it and can be searched', async () => {
    const world = createWorld()
    await world.store(
      { prompt: 'I examine the door' },
      { dependencies: { d: { discovered: { door_inscription: 'Ancient runes' } } } },
    )
    const { recalled } = await world.recall({ query: 'runes' })
    expect(recalled).toMatchObject([{ text: 'I examine the door', details: 'door inscription: Ancient runes' }])
  })

  test('what the narration of the last turn established is stored as a memory of that turn, once', async () => {
    const world = createWorld()
    const facts = {
      '3_1': { text: 'Oleg once sailed on the Marigold.', about: 'oleg' },
      '2_1': { text: 'The well is dry.' },
    }
    const state = { facts }
    for (const seq of [4, 5])
      await world.store(
        { prompt: 'I wait' },
        {
          seq,
          state,
          line: [
            [0, 3],
            [4, seq],
          ],
        },
      )
    const { recalled } = await world.recall({ query: 'Marigold' })
    expect(recalled.filter(({ text }) => text.includes('Marigold'))).toMatchObject([{ turn: 3 }])
    expect((await world.recall({ query: 'well' })).texts).not.toContain('The well is dry.')
    // Not on a line without that turn.
    const { texts } = await world.recall(
      { query: 'Marigold' },
      {
        line: [
          [0, 2],
          [1000, 1000],
        ],
      },
    )
    expect(texts.filter((text) => text.includes('Marigold'))).toEqual([])
  })

  test('a refused act does not answer a question, and a long report is cut after a sentence', async () => {
    const world = createWorld()
    const report = `The cellar is dark. ${'A barrel stands there. '.repeat(40)}`
    const act = (summary: string, others = {}) => ({ world: { state: 'completed' as const, summary, ...others } })
    await world.store({ prompt: 'frobnicate the cellar' }, { outcomes: act('You cannot do that.', { refused: true }) })
    await world.store({ prompt: 'look into the cellar' }, { outcomes: act(report) })
    const { run } = await world.recall({ query: 'What stands in the dark cellar, a barrel?', asked: true })
    const answer = run.summary!
    expect(answer).toMatch(/^You think back to your words, “look into the cellar”\. The cellar is dark\. .*there\.$/)
    expect(answer.length).toBeLessThan(500)
  })

  test('a repeated invocation stores once', async () => {
    const world = createWorld()
    for (let time = 0; time < 3; time++) {
      const { output } = await world.store({ prompt: 'I befriend Mara the smith' }, { seq: 1, key: 'same' })
      expect(output).toEqual({ memory: { count: 1 } })
    }
  })

  test('FR-058: each session has its own file and recalls nothing of other sessions', async () => {
    const world = createWorld()
    await world.store({ text: 'The well is dry' }, { session: 'one' })
    await world.store({ text: 'The well is full' }, { session: '../Two' })
    expect((await world.recall({ query: 'well' }, { session: 'one' })).texts).toEqual(['The well is dry'])
    expect((await world.recall({ query: 'well' }, { session: '../Two' })).texts).toEqual(['The well is full'])
    expect((await world.recall({ query: 'well' }, { session: 'three' })).texts).toEqual([])
    expect(readdirSync(world.dataDir).every((name) => /^[\w-]+\.sqlite(?:-wal|-shm)?$/.test(name))).toBe(true)
    expect(readdirSync(world.dataDir)).not.toContain('three.sqlite')
  })
})

describe('what is recalled', () => {
  const tale = [
    'I befriend the blacksmith Mara in the old smithy',
    'I steal a ruby from the merchant in Ravenhold',
    'I cross the frozen river at night',
    'The priest Osric tells me about the cursed crown',
    'I promise the queen to find her daughter',
    'We sail to the island of Karn',
    'I lose my sword in the swamp',
    'The innkeeper poisons the soup',
  ]

  test.each([
    ['What happened with the blacksmith?', 0],
    ['I visit my friend in the smithy', 0],
    ['Was anything ever stolen from merchants?', 1],
    ['I think of crossing rivers that freeze', 2],
    ['Who told me of curses and crowns?', 3],
    ['I tell the queen what I promised her', 4],
    ['How did we come to be sailing towards islands?', 5],
    ['Where are my lost swords?', 6],
    ['Is the soup poisonous?', 7],
    ['What do I know about osric?', 3],
    ['I go back to Ravenhold', 1],
  ])('002 US4.1, 002 US4.3: a paraphrase with shared stems is found: "%s"', async (prompt, index) => {
    const world = createWorld()
    await world.store({ events: tale.map((text) => ({ text })) })
    expect((await world.recall({ prompt })).texts[0]).toBe(tale[index])
  })

  test('002 US4.3: events unrelated to the prompt are not recalled', async () => {
    const world = createWorld()
    await world.store({ events: tale.map((text) => ({ text })) })
    const strange = [
      'I brush my hair and whistle a tune',
      'I open the window',
      'I sing a song about spring',
      'I count my coins and eat some bread',
      'I write a letter to my brother',
      'I climb a tree and wait for the dawn',
    ]
    for (const prompt of strange) expect((await world.recall({ prompt })).texts, prompt).toEqual([])
    expect((await world.recall({ prompt: 'I do it' })).texts).toEqual([])
  })

  test('002 US4.3: a question without a subject recalls recent and significant events', async () => {
    const world = createWorld()
    await world.store({ text: 'An old trifle', significance: 0 }, { seq: 1 })
    await world.store({ text: 'An old murder', significance: 1 }, { seq: 2 })
    await world.store({ text: 'A late murder', significance: 1 }, { seq: 90 })
    const { texts } = await world.recall({ prompt: 'What happened last time?' }, { seq: 91 })
    expect(texts).toEqual(['A late murder', 'An old murder', 'An old trifle'])
  })

  test('002 US4.3: of equally similar events the newer and more significant ones come first, as in their scores', async () => {
    const world = createWorld()
    await world.store({ text: 'The bell rings in the tower', significance: 0.1 }, { seq: 1 })
    await world.store({ text: 'The bell rings in the tower!', significance: 0.1 }, { seq: 60 })
    await world.store({ text: 'The bell rings in the tower?', significance: 0.9 }, { seq: 60 })
    const { recalled } = await world.recall({ query: 'bell tower' }, { seq: 61 })
    expect(recalled.map(({ turn, significance }) => [turn, significance])).toEqual([
      [60, 0.9],
      [60, 0.1],
      [1, 0.1],
    ])
    for (const { score, similarity, recency, significance, why } of recalled) {
      expect(score).toBeCloseTo(similarity * 0.7 + recency * 0.15 + significance * 0.15, 2)
      expect(why).toMatch(/shares “bell”, “tower”; similarity .* = /)
    }
  })

  test.each(['sqlite', 'files'])(
    '002 US4.3: copies of an event do not displace others (%s)',
    async (storageBackend) => {
      const world = createWorld()
      const copies = Array.from({ length: 60 }, () => ({ text: 'The smith forges a blade' }))
      const others = [{ text: 'Mara the smith buys coal' }, { text: 'Osric asks the smith for a forged letter' }]
      const config = { storageBackend }
      await world.store({ events: [...others, ...copies] }, { seq: 1, config })
      const { texts } = await world.recall(
        { query: 'smith forges blade', limit: 3, minSimilarity: 0 },
        { seq: 2, config },
      )
      expect(texts[0]).toBe('The smith forges a blade')
      expect(texts.toSorted()).toEqual([...others.map(({ text }) => text), copies[0]!.text].toSorted())
    },
  )

  test('002 US4.3: filters by character, place, significance and time', async () => {
    const world = createWorld()
    await world.store({
      events: [
        {
          text: 'Mara forges a blade',
          characters: ['Mara Ironhand'],
          places: ['Ravenhold'],
          significance: 0.9,
          at: '2026-01-01',
        },
        {
          text: 'Osric forges a letter',
          characters: ['Osric'],
          places: ['Ravenhold'],
          significance: 0.2,
          at: '2026-02-01T21:00:00Z',
        },
        {
          text: 'Mara forges a plan',
          characters: ['Mara Ironhand'],
          places: ['Karn'],
          significance: 0.5,
          at: '2026-03-01',
        },
      ],
    })
    const recall = async (filter: Record<string, string | number | string[]>) =>
      (await world.recall({ query: 'forge', ...filter })).texts.toSorted()
    expect(await recall({})).toHaveLength(3)
    expect(await recall({ character: 'mara' })).toEqual(['Mara forges a blade', 'Mara forges a plan'])
    expect(await recall({ character: 'mara ironhand', place: 'karn' })).toEqual(['Mara forges a plan'])
    expect(await recall({ place: 'Ravenhold' })).toEqual(['Mara forges a blade', 'Osric forges a letter'])
    expect(await recall({ minSignificance: 0.5 })).toEqual(['Mara forges a blade', 'Mara forges a plan'])
    expect(await recall({ since: '2026-01-15', until: '2026-02-15' })).toEqual(['Osric forges a letter'])
    expect(await recall({ since: '2026-02-01', until: '2026-02-01' })).toEqual(['Osric forges a letter'])
    expect(await recall({ limit: 1 })).toHaveLength(1)
    expect((await world.recall({ character: 'Osric' })).texts).toEqual(['Osric forges a letter'])
    expect((await world.recall({ query: 'forge', since: 'soon' })).run.errors).toMatchObject([
      { errorCode: 'invalid_time' },
    ])
  })

  test('FR-056: the settings limit the number and the minimum similarity', async () => {
    const world = createWorld()
    await world.store({ events: Array.from({ length: 9 }, (_, at) => ({ text: `The gate number ${at} opens` })) })
    expect((await world.recall({ prompt: 'gate' })).recalled).toHaveLength(5)
    expect((await world.recall({ prompt: 'gate' }, { config: { maxContextEvents: 2 } })).recalled).toHaveLength(2)
    expect((await world.recall({ prompt: 'gate' }, { config: { leastSimilarity: 0.99 } })).recalled).toHaveLength(0)
  })

  test('undone turns and other branches are not recalled', async () => {
    const world = createWorld()
    for (const [seq, text] of [
      [1, 'The first gate opens'],
      [2, 'The second gate opens'],
      [3, 'The third gate opens'],
    ] as const)
      await world.store({ text }, { seq })
    const undone = await world.recall(
      { query: 'gate' },
      {
        seq: 4,
        line: [
          [0, 1],
          [4, 4],
        ],
      },
    )
    expect(undone.texts).toEqual(['The first gate opens'])
    const branch = await world.recall(
      { query: 'gate' },
      {
        seq: 5,
        line: [
          [1, 1],
          [3, 3],
          [5, 5],
        ],
      },
    )
    expect(branch.texts.toSorted()).toEqual(['The first gate opens', 'The third gate opens'])
    const stored = await world.store(
      { text: 'The fourth gate opens' },
      {
        seq: 6,
        line: [
          [1, 1],
          [6, 6],
        ],
      },
    )
    expect(stored.output).toEqual({ memory: { count: 2 } })
  })

  test('events that an earlier attempt at this turn stored are not recalled', async () => {
    const world = createWorld()
    await world.store({ text: 'The gate opens' }, { seq: 7 })
    expect((await world.recall({ query: 'gate' }, { seq: 7 })).texts).toEqual([])
  })

  test('SC-007: the search over 1,000 events is exact, in packs and in unpacked rows', async () => {
    const world = createWorld()
    const events = Array.from({ length: 1000 }, (_, at) => ({
      text: `The rider number ${at} passes milestone ${at * 7}`,
      significance: 0,
    }))
    for (const position of [3, 300, 999]) events[position]!.text += ' with a golden harp'
    await world.store({ events })
    const { recalled } = await world.recall({ query: 'golden harp' })
    expect(
      recalled
        .slice(0, 3)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual([3, 300, 999].map((at) => events[at]!.text).toSorted())
  })
})
