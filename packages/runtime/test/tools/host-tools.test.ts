import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlan } from '@narratoria/executor'
import type { Planner } from '@narratoria/planner'
import type { TurnEvent } from '@narratoria/protocol'
import { defineTool, refuse, ToolError } from '@narratoria/tool-sdk'
import { expect, it, onTestFinished } from 'vitest'
import { createNarratoria, type NarratoriaOptions } from '../../src/index.ts'
import type { HostTool } from '../../src/tools/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

async function openHost(tools: HostTool[], options: NarratoriaOptions = {}) {
  const home = await temporaryFolder()
  mkdirSync(join(home, 'skills'))
  const host = await createNarratoria({ skillRoots: [join(home, 'skills')], home, tools, ...options })
  onTestFinished(() => host.close())
  return { host, session: await host.openSession(), home }
}

const purse = { coins: 5 }
const pay = defineTool({
  name: 'pay',
  description: 'Pays coins.',
  triggers: [{ pattern: String.raw`\bpay (?<amount>\d+)` }],
  input: { type: 'object', properties: { amount: { type: 'integer', minimum: 1 } }, required: ['amount'] },
  run({ amount }, { patch, narrate, log }) {
    if (amount > purse.coins) return refuse(`You have only ${purse.coins} coins.`)
    purse.coins -= amount
    patch({ coins: purse.coins })
    log('Paid.')
    narrate(`You count out ${amount} coins.`)
    return { result: { paid: amount }, summary: 'Paid.' }
  },
})

it('runs tools of defineTool as functions in a turn, with the events of other tools', async () => {
  const { session } = await openHost([pay])
  purse.coins = 5
  const turn = session.play('I pay 2 coins')
  const events: TurnEvent[] = []
  for await (const event of turn) events.push(event)
  const { state, narrative, execution } = await turn.result
  expect(execution?.toolResults).toMatchObject([{ ok: true, summary: 'Paid.', returned: { paid: 2 } }])
  expect(narrative).toContain('You count out 2 coins.')
  expect(state).toEqual({ coins: 3 })
  expect(purse.coins).toBe(3)
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['tool_started', 'tool_event', 'tool_finished']),
  )
})

it('reports the refusal of a tool to the player', async () => {
  const { session, host } = await openHost([pay])
  purse.coins = 5
  const { narrative, execution, state } = await session.play('I pay 900 coins').result
  expect(narrative).toContain('You have only 5 coins.')
  expect(execution?.toolResults[0]).toMatchObject({ ok: true, refused: true })
  expect(state).toEqual({})
  expect(host.skills.get('pay')?.errorState).toBe('healthy')
})

it('narrates the failure of a tool, never a success', async () => {
  const brew = defineTool({
    name: 'brew',
    triggers: ['brew'],
    run() {
      throw new ToolError('no_herbs', 'The shelf of herbs is empty.', { retryable: false })
    },
  })
  const { session } = await openHost([brew])
  const { narrative } = await session.play('I brew a potion').result
  expect(narrative).toContain('The shelf of herbs is empty.')
  expect(narrative).not.toContain('You brew a potion.')
})

it('keeps the files of tools in process with the story', async () => {
  const paint = defineTool({
    name: 'paint',
    triggers: ['paint'],
    run: async (_, { asset }) => void (await asset({ kind: 'image', mediaType: 'image/png', data: 'PNG' })),
  })
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('narratoria-assets-'))
  const before = folders()
  const { session, host } = await openHost([paint])
  await session.play('I paint a door').result
  const [asset] = await session.assets()
  expect(asset).toMatchObject({ kind: 'image', sizeBytes: 3 })
  const { events } = await session.replay()
  expect(events.flatMap((event) => (event.type === 'asset' ? [event.asset.path] : []))).toEqual([asset!.path])
  await host.close()
  expect(existsSync(asset!.path)).toBe(false)
  expect(folders().filter((name) => !before.includes(name))).toEqual([])
})

it('hands return values on to later tools of a plan', async () => {
  const count = defineTool({ name: 'count', run: () => ({ result: { total: 7 } }) })
  const narrate = defineTool({
    name: 'narrate',
    input: { type: 'object', properties: { total: { type: 'integer' } } },
    run({ total }, { narrate, results }) {
      narrate(`There are ${total} stars; ${JSON.stringify(results)}.`)
    },
  })
  const total = { $from: 'count', pointer: '/total' }
  const planner: Planner = {
    name: 'by-hand',
    plan: async () =>
      createPlan(['tool:count', { toolPath: 'tool:narrate', dependencies: ['count'], input: { total } }]),
  }
  const { session } = await openHost([count, narrate], { planner })
  expect((await session.play('How many stars are there?').result).narrative).toBe(
    'There are 7 stars; {"count":{"total":7}}.',
  )
})

it('a tool is switched off like a skill', async () => {
  const { session, host } = await openHost([pay])
  expect(host.skills.list().map(({ name }) => name)).toEqual(['pay'])
  await host.skills.setEnabled('pay', false)
  expect((await session.play('I pay 2 coins').result).plan?.tools).toEqual([])
})

it('refuses a name that is not that of a skill', async () => {
  const tool = defineTool({ name: 'Pay_coins', run() {} })
  await expect(openHost([tool])).rejects.toThrow('The tool name "Pay_coins" must consist of lower-case words')
})
