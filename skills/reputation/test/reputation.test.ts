import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync, appendFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createLockedFile } from './locked-file.ts'
import { createWorld } from './world.ts'

const still = { turnsPerDay: 0 }

describe('deeds', () => {
  test.each([
    ['I steal a ruby from the merchant', { 'merchants-guild': -20 }],
    ['I robbed the shopkeeper blind', { 'merchants-guild': -20 }],
    ['I kill the guard', { 'town-guard': -50 }],
    ['I help the villagers rebuild the mill', { 'common-folk': 10 }],
    ['I rescue the trader from the flood', { 'merchants-guild': 25 }],
    ['I rob the merchant for the Thieves Guild', { 'merchants-guild': -20, 'thieves-guild': 10 }],
    ['I protect the peasants from the soldiers', { 'common-folk': 10, 'town-guard': -5 }],
    ['I insult the guard and then help the beggar', { 'town-guard': -10, 'common-folk': 10 }],
    ['I give the lost purse back to the merchant', { 'merchants-guild': 10 }],
    ['I talk to the merchant', {}],
    ["I don't steal from the merchant", {}],
    ['I refuse to rob the trader', {}],
    ['Should I steal from the merchant?', {}],
    ['I attack the slime', {}],
    ['From the merchant I steal a ruby', { 'merchants-guild': -20 }],
    // Deeds of others, speech and suppositions.
    ['I ask the guard to kill the thief', { 'thieves-guild': -50 }],
    ['I tell Mara that I stole from the merchant', {}],
    ['If the guard attacks me I kill him', {}],
    ['If the merchant sleeps, I steal his ring from the merchant', {}],
    ['I kill the guard if he draws his sword', {}],
    ['I help the farmer, and if the guards come, I attack the guards', { 'common-folk': 10 }],
    ['I rob the merchant even if the whole town sees it', { 'merchants-guild': -20 }],
    ['I attack the guard to see if he bleeds', { 'town-guard': -30 }],
    ['I threaten the guard if he does not free my friend', { 'town-guard': -10 }],
    ['I nearly kill the guard', {}],
    ['The thieves attack the merchant', {}],
    ['I wait while two bandits rob the trader', {}],
    ['While the thieves attack the merchant, I rob the trader', { 'merchants-guild': -20 }],
    ['With the old dagger I stab the guard', { 'town-guard': -30 }],
    ['I pretend to attack the guard', {}],
    ['I dream of robbing the merchant', {}],
    ['I say "I will kill the guard"', {}],
    ['I say nothing and rob the merchant', { 'merchants-guild': -20 }],
    ['', {}],
  ])('002 US5.1: "%s" changes %o', async (prompt, expected) => {
    const { run, factions } = await createWorld().update({ prompt }, { config: still })
    expect(run.ok).toBe(true)
    expect(Object.fromEntries(Object.entries(factions).map(([id, { value }]) => [id, value]))).toEqual(expected)
  })

  test('002 US5.1: the patch has value, change and reason, and the standing persists', async () => {
    const world = createWorld()
    const { factions } = await world.update({ prompt: 'I steal a ruby from the merchant' })
    expect(factions['merchants-guild']).toEqual({
      name: 'Merchants Guild',
      value: -20,
      standing: 'disliked',
      change: -20,
      reason: 'I steal a ruby from the merchant',
    })
    const later = await world.query({ prompt: 'I haggle with a trader' }, { seq: 2, config: still })
    expect(later.factions['merchants-guild']).toEqual({ name: 'Merchants Guild', value: -20, standing: 'disliked' })
  })

  test('002 US5.2: a query returns the factions in the prompt, or all if the player asks for their reputation', async () => {
    const world = createWorld()
    await world.update({
      changes: [
        { faction: 'Town Guard', amount: 5 },
        { faction: 'Order of the Rose', amount: 40 },
      ],
    })
    expect(Object.keys((await world.query({ prompt: 'I speak to the guards' })).factions)).toEqual(['town-guard'])
    expect(Object.keys((await world.query({ prompt: 'I kneel before a knight of the Rose' })).factions)).toEqual([
      'order-of-rose',
    ])
    expect(Object.keys((await world.query({ prompt: 'What is my reputation?' })).factions)).toEqual([
      'town-guard',
      'order-of-rose',
    ])
    expect((await world.query({ prompt: 'I pick flowers' })).run.output).toEqual({})
  })
})

describe('changes', () => {
  test('002 US5.3: several factions change in one transaction, or none', async () => {
    const world = createWorld()
    const config = { unknownFactions: 'refuse' }
    const changes = [
      { faction: 'Town Guard', amount: 5 },
      { faction: 'Unknown Faction', amount: 5 },
    ]
    const refused = await world.update({ changes }, { config })
    expect(refused.run.errors).toMatchObject([
      { errorCode: 'unknown_faction', details: { retryable: false, unknown: ['Unknown Faction'] } },
    ])
    expect(await world.valueOf('Town Guard', { config })).toBe(0)
    const { factions } = await world.update({ changes })
    expect(Object.values(factions).map(({ value }) => value)).toEqual([5, 5])
  })

  test('FR-057: the scale clamps each change', async () => {
    const world = createWorld()
    const config = { ...still, scaleMin: -10, scaleMax: 50 }
    await world.update({ faction: 'Town Guard', amount: -500 }, { config })
    expect(await world.valueOf('Town Guard', { config })).toBe(-10)
    await world.update({ faction: 'Town Guard', amount: 20 }, { config })
    expect(await world.valueOf('Town Guard', { config })).toBe(10)
    await world.update({ faction: 'Town Guard', amount: 1e308 }, { config })
    expect(await world.valueOf('Town Guard', { config })).toBe(50)
  })

  test('FR-057: the amounts of verbs are scaled', async () => {
    const config = { ...still, scaleMin: -1000, scaleMax: 1000 }
    const { factions } = await createWorld().update({ prompt: 'I steal from the merchant' }, { config })
    expect(factions['merchants-guild']!.value).toBe(-200)
  })

  test.each([
    [{ faction: 'Town Guard', amount: 'much' }],
    [{ faction: '', amount: 1 }],
    [{ changes: [{ faction: 'Town Guard', amount: 1 }, null] }],
  ])('FR-057: %o is rejected, and nothing changes', async (input) => {
    const world = createWorld()
    const { run } = await world.update(input as never)
    expect(run.errors).toMatchObject([{ errorCode: 'invalid_change', details: { retryable: false } }])
    expect(await world.valueOf('Town Guard')).toBe(0)
  })

  test('a repeated invocation counts once', async () => {
    const world = createWorld()
    for (let time = 0; time < 3; time++) await world.update({ faction: 'Town Guard', amount: -5 }, { key: 'same' })
    expect(await world.valueOf('Town Guard')).toBe(-5)
  })

  test('changes of undone turns do not count', async () => {
    const world = createWorld()
    await world.update({ faction: 'Town Guard', amount: -5 }, { seq: 1, config: still })
    await world.update({ faction: 'Town Guard', amount: -50 }, { seq: 2, config: still })
    expect(await world.valueOf('Town Guard', { seq: 3, config: still })).toBe(-55)
    expect(
      await world.valueOf('Town Guard', {
        seq: 3,
        line: [
          [0, 1],
          [3, 3],
        ],
        config: still,
      }),
    ).toBe(-5)
  })

  test('FR-057: the history has every change with its reason', async () => {
    const world = createWorld()
    await world.update({ faction: 'Town Guard', amount: -5, reason: 'a brawl' }, { seq: 1, config: still })
    await world.update({ faction: 'the town guard', amount: 12, reason: 'a confession' }, { seq: 4, config: still })
    const { history } = await world.query({ faction: 'Town Guard', history: 10 }, { seq: 5, config: still })
    expect(history['town-guard']).toEqual([
      { change: -5, reason: 'a brawl', turn: 1, value: -5 },
      { change: 12, reason: 'a confession', turn: 4, value: 7 },
    ])
  })

  test('FR-058: sessions are independent', async () => {
    const world = createWorld()
    await world.update({ faction: 'Town Guard', amount: -5 }, { session: 'one' })
    expect(await world.valueOf('Town Guard', { session: 'two' })).toBe(0)
  })
})

describe('time', () => {
  test('FR-057, 002 US5.4: standings decay by the story’s clock at the configured rate', async () => {
    const world = createWorld()
    const config = { decayRate: 0.1 }
    const at = (day: number, hour = 0) => ({ config, state: { time: { day, hour } } })
    await world.update({ faction: 'Town Guard', amount: -80 }, at(1))
    expect(await world.valueOf('Town Guard', at(1))).toBe(-80)
    expect(await world.valueOf('Town Guard', at(2))).toBe(-72)
    expect(await world.valueOf('Town Guard', at(1, 12))).toBeCloseTo(-75.9, 1)
    expect(await world.valueOf('Town Guard', at(100))).toBeCloseTo(0, 1)
    await world.update({ faction: 'Town Guard', amount: 10 }, at(2))
    expect(await world.valueOf('Town Guard', at(2))).toBe(-62)
    expect(await world.valueOf('Town Guard', { config: { decayRate: 0 }, state: { time: { day: 50 } } })).toBe(-70)
  })

  test('002 US5.4: without a clock, turns count as time', async () => {
    const world = createWorld()
    const config = { decayRate: 0.5, turnsPerDay: 10 }
    await world.update({ faction: 'Town Guard', amount: 40 }, { seq: 1, config })
    expect(await world.valueOf('Town Guard', { seq: 11, config })).toBe(20)
    expect(await world.valueOf('Town Guard', { seq: 11, config: { ...config, turnsPerDay: 0 } })).toBe(40)
  })
})

describe.each(['sqlite', 'files'] as const)('storage in %s', (storageBackend) => {
  const config = { ...still, storageBackend }
  const extension = storageBackend === 'sqlite' ? 'sqlite' : 'jsonl'

  test('FR-059: ten writers at once lose nothing', async () => {
    const world = createWorld()
    const calls = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        world.update({ faction: 'Town Guard', amount: 1 }, { config, key: `writer-${at}`, isProcess: true }),
      ),
    )
    expect(calls.filter(({ run }) => !run.ok).map(({ run }) => run.events)).toEqual([])
    expect(await world.valueOf('Town Guard', { config })).toBe(10)
    expect(existsSync(world.file(extension))).toBe(true)
  })

  test('002 US5.1: the built scripts update and query in processes of their own', async () => {
    const world = createWorld()
    await world.update({ faction: 'Town Guard', amount: 2 }, { config, isProcess: true })
    const { run, factions } = await world.query({ faction: 'Town Guard' }, { config, isProcess: true })
    expect(run).toMatchObject({ ok: true, exitCode: 0 })
    expect(factions['town-guard']!.value).toBe(2)
  })

  test('FR-059: a damaged file is renamed and reported', async () => {
    const world = createWorld()
    writeFileSync(world.file(extension), 'nothing that was ever written here\n'.repeat(200))
    const { run } = await world.update({ faction: 'Town Guard', amount: 3 }, { config })
    expect(run.ok).toBe(true)
    expect(run.errors).toMatchObject([{ errorCode: 'reputation_damaged' }])
    expect(readdirSync(world.dataDir).some((name) => name.includes('.damaged-'))).toBe(true)
    expect(await world.valueOf('Town Guard', { config })).toBe(3)
  })

  test('FR-059: a missing file is reported, and the standings are restored from the state', async () => {
    const world = createWorld()
    const { run } = await world.update({ faction: 'Town Guard', amount: -30 }, { config })
    rmSync(world.file(extension))
    const { run: asked, factions } = await world.query({ prompt: 'I ask the guard' }, { config, state: run.output })
    expect(asked.errors).toMatchObject([{ errorCode: 'reputation_missing' }])
    expect(factions['town-guard']!.value).toBe(-30)
  })
})

test('FR-059: a new file is written once another writer has released it', async () => {
  const world = createWorld()
  await createLockedFile(world.file())
  const { run } = await world.update({ faction: 'Town Guard', amount: 3 }, { config: still })
  expect(run.errors).toEqual([])
  expect(await world.valueOf('Town Guard', { config: still })).toBe(3)
})

describe('files', () => {
  test.each([1, 2, 60])('FR-061: %i characters of a line of a killed process are ignored', async (length) => {
    const world = createWorld()
    const config = { ...still, storageBackend: 'files' }
    await world.update({ faction: 'Town Guard', amount: 3 }, { config })
    const whole = readFileSync(world.file('jsonl'), 'utf8').trim()
    appendFileSync(world.file('jsonl'), `\n${whole.slice(0, length)}`)
    const { run } = await world.update({ faction: 'Town Guard', amount: 4 }, { config })
    expect(run.errors).toEqual([])
    expect(await world.valueOf('Town Guard', { config })).toBe(7)
  })

  test('FR-059: of a file with one invalid line, all others are recovered', async () => {
    const world = createWorld()
    const config = { ...still, storageBackend: 'files' }
    for (const amount of [1, 2, 4]) await world.update({ faction: 'Town Guard', amount }, { config, key: `${amount}` })
    const lines = readFileSync(world.file('jsonl'), 'utf8').split('\n')
    const second = lines.findIndex((line) => line.includes('"amount":2'))
    lines[second] = '#'.repeat(lines[second]!.length)
    writeFileSync(world.file('jsonl'), lines.join('\n'))
    const { run } = await world.update({ faction: 'Town Guard', amount: 8 }, { config, key: '8' })
    expect(run.errors).toMatchObject([{ errorCode: 'reputation_damaged', details: { saved: 2 } }])
    expect(await world.valueOf('Town Guard', { config })).toBe(1 + 4 + 8)
  })

  test('FR-062: a query in a session without changes writes nothing', async () => {
    const world = createWorld()
    expect(await world.valueOf('Town Guard')).toBe(0)
    expect(readdirSync(world.dataDir)).toEqual([])
  })
})
