import { appendFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../world.ts'

const config = { storageBackend: 'files' }
const fileOf = ({ dataDir }: { dataDir: string }) => join(dataDir, 'tale.jsonl')

describe('storage in files', () => {
  test('FR-056: finds the same events as the database, with the same scores', async () => {
    const world = createWorld()
    const events = [
      { text: 'I befriend the blacksmith Mara', significance: 0.4 },
      { text: 'I steal a ruby from the merchant', significance: 0.7 },
      { text: 'The well is dry', significance: 0.2 },
    ]
    const answers = []
    for (const backend of ['files', 'sqlite']) {
      await world.store({ events }, { seq: 1, config: { storageBackend: backend } })
      const { recalled } = await world.recall(
        { prompt: 'the smith and the well' },
        { config: { storageBackend: backend } },
      )
      answers.push(recalled)
      expect((await world.recall({ character: 'mara' }, { config: { storageBackend: backend } })).texts).toEqual([
        events[0]!.text,
      ])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]!.length).toBeGreaterThan(0)
    expect(existsSync(fileOf(world))).toBe(true)
  })

  test('a repeated invocation stores once, and undone turns are not recalled', async () => {
    const world = createWorld()
    for (let time = 0; time < 3; time++) await world.store({ text: 'The gate opens' }, { seq: 2, key: 'same', config })
    expect((await world.store({ text: 'The gate shuts' }, { seq: 3, config })).output).toEqual({ memory: { count: 2 } })
    expect((await world.recall({ query: 'gate' }, { seq: 4, line: [[3, 4]], config })).texts).toEqual([
      'The gate shuts',
    ])
  })

  test('FR-059: ten writers at once lose nothing', async () => {
    const world = createWorld()
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        world.store({ text: `Herald ${at} calls` }, { seq: 1, key: `writer-${at}`, config, isProcess: true }),
      ),
    )
    expect((await world.store({ text: 'Silence' }, { seq: 2, config })).output).toEqual({ memory: { count: 11 } })
  })

  test.each([1, 2, 40])('FR-059: %i characters of a line of a killed process are ignored', async (length) => {
    const world = createWorld()
    await world.store({ text: 'The gate opens' }, { seq: 1, config })
    appendFileSync(fileOf(world), `\n${readFileSync(fileOf(world), 'utf8').trim().slice(0, length)}`)
    const run = await world.store({ text: 'The gate shuts' }, { seq: 2, config })
    expect(run.errors).toEqual([])
    expect(run.output).toEqual({ memory: { count: 2 } })
  })

  test('FR-059: a damaged file is renamed, and its valid lines are recovered', async () => {
    const world = createWorld()
    await world.store({ text: 'The gate opens' }, { seq: 1, config })
    writeFileSync(fileOf(world), `scribbles\n${readFileSync(fileOf(world), 'utf8')}`)
    const run = await world.store({ text: 'The gate shuts' }, { seq: 2, config })
    expect(run.errors).toMatchObject([{ errorCode: 'memory_damaged', details: { saved: 1 } }])
    expect(run.output).toEqual({ memory: { count: 2 } })
    expect(readdirSync(world.dataDir).some((name) => /damaged-.*\.jsonl$/.test(name))).toBe(true)
  })
})
