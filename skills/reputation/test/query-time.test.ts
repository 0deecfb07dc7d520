import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createWorld } from './world.ts'

const queryScript = fileURLToPath(new URL('../scripts/query-reputation.mjs', import.meta.url))
// Tells at the end what the whole process cost, its start included.
const tellCost = `import { writeSync } from 'node:fs'
process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(2, 'cost=' + (user + system) + '\\n') })`

/** What one process costs in milliseconds of processor time, and what it said. */
function runOnce(program: string[], input: string): { costMs: number; stdout: string } {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(tellCost)}`, ...program]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { input, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return { costMs: Number(/cost=(\d+)/.exec(stderr)?.[1]) / 1000, stdout }
}

// Processor time beyond that of an empty Node, and the best of some runs: what else the machine does hardly counts.
test('SC-008: after 2,000 changes a query takes under a tenth of a second', async () => {
  const world = createWorld()
  for (let seq = 1; seq <= 10; seq += 1) {
    const changes = Array.from({ length: 200 }, (_, at) => ({ faction: `Faction ${at}`, amount: (at % 9) - 4 }))
    expect((await world.update({ changes }, { seq })).run.ok).toBe(true)
  }
  const request = {
    input: { faction: 'Faction 7' },
    state: {},
    sessionId: 'tale',
    turn: { id: 'turn-11', seq: 11, line: [[0, 11]] },
    skill: { name: 'reputation', dataDir: world.dataDir, config: { turnsPerDay: 0 } },
  }
  const rounds = Array.from({ length: 7 }, () => {
    const empty = runOnce(['--eval', '0'], '')
    const query = runOnce([queryScript], `${JSON.stringify(request)}\n`)
    expect(query.stdout).toContain('"faction-7"')
    return { empty: empty.costMs, query: query.costMs }
  })
  const best = (costs: number[]) => Math.min(...costs)
  const ownMs = best(rounds.map(({ query }) => query)) - best(rounds.map(({ empty }) => empty))
  expect(ownMs).toBeLessThan(100)
})
