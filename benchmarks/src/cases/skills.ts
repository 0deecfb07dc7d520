import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { embedBuiltin } from '../../../skills/memory/src/embed/builtin.ts'
import type { BenchCase, Contender } from '../bench-case.ts'
import { workFolder, writeTool } from '../workspace.ts'

const skills = fileURLToPath(new URL('../../../skills/', import.meta.url))
const question = 'What happened with the blacksmith Mara in the market?'
const halfLifeTurns = 50

function emptyNode(): Contender {
  const script = writeTool('empty.mjs', '')
  return { name: 'an empty Node', version: process.version, run: () => void launch(script, '') }
}

function launch(script: string, input: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], { input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`)
  return stdout
}

interface Invocation {
  input: object
  dataDir: string
  seq: number
  state?: object
}

function invoke(script: string, { input, dataDir, seq, state = {} }: Invocation): string {
  const request = {
    version: '0',
    requestId: 'bench',
    input,
    dependencies: {},
    state,
    idempotencyKey: `key-${seq}`,
    sessionId: 'bench',
    turn: { id: `turn-${seq}`, seq, line: [[0, seq]] },
    skill: { name: 'bench', dataDir, config: {} },
  }
  const output = launch(join(skills, script), `${JSON.stringify(request)}\n`)
  if (!output.includes('"ok":true')) throw new Error(`${script}: ${output}`)
  return output
}

/**
 * From spawn to exit with an invalid request: everything before a script's own work. The bar of 1.6 allows 15 ms more than
 * the 25 ms of an empty Node.
 */
function starts(): BenchCase {
  const scripts = readdirSync(skills).flatMap((skill) => {
    const folder = join(skills, skill, 'scripts')
    return readdirSync(folder).flatMap((file) =>
      statSync(join(folder, file)).mode & 0o100 ? [join(folder, file)] : [],
    )
  })
  return {
    name: 'start of a bundled script, before its own work',
    rounds: 15,
    reference: emptyNode(),
    contenders: scripts.map((script) => ({
      name: script.slice(skills.length),
      bar: 1.6,
      run: () => void spawnSync(process.execPath, [script], { input: 'no request\n' }),
    })),
  }
}

const words = {
  deeds: ['befriend', 'steal from', 'attack', 'talk to', 'help', 'betray', 'follow', 'warn', 'trade with', 'rescue'],
  people: [
    'blacksmith',
    'merchant',
    'guard',
    'witch',
    'king',
    'miller',
    'priest',
    'sailor',
    'hunter',
    'thief',
    'baker',
  ],
  names: ['Mara', 'Osric', 'Elda', 'Tam', 'Ruth', 'Bram', 'Isolde', 'Kell', 'Vera', 'Joss', 'Nim', 'Otto', 'Pia'],
  places: [
    'in the market',
    'at the old mill',
    'near the harbor',
    'in the crypt',
    'under the bridge',
    'in the tavern',
    'on the tower',
  ],
}

function eventOf(at: number): object {
  const pick = (list: readonly string[], factor: number) => list[(at * factor + Math.floor(at / 97)) % list.length]!
  const text = `I ${pick(words.deeds, 3)} the ${pick(words.people, 5)} ${pick(words.names, 7)} ${pick(words.places, 11)} beside milestone ${(at * 31) % 997}`
  return { text, significance: ((at * 37) % 11) / 10 }
}

function fill(dataDir: string, count: number): void {
  const batch = 10_000
  for (let from = 0; from < count; from += batch) {
    const events = Array.from({ length: Math.min(batch, count - from) }, (_, at) => eventOf(from + at))
    invoke('memory/scripts/store-memory.mjs', { input: { events }, dataDir, seq: 1 + from / batch })
  }
}

/** The best five by an exact scan of every row in floating point, without the skill's search. */
function exactBest(dataDir: string, seq: number): string[] {
  const query = embedBuiltin('blacksmith mara market')
  const db = new DatabaseSync(join(dataDir, 'bench.sqlite'), { readOnly: true })
  const rows = db
    .prepare('SELECT m.id, m.text, m.seq, m.significance, v.vector FROM memories m JOIN vectors v ON v.memory = m.id')
    .iterate()
  const found: { id: number; text: string; score: number }[] = []
  for (const row of rows as Iterable<{
    id: number
    text: string
    seq: number
    significance: number
    vector: Uint8Array
  }>) {
    const vector = Float32Array.from(new Int8Array(row.vector.buffer, row.vector.byteOffset, row.vector.byteLength))
    let product = 0
    let [left, right] = [0, 0]
    for (let at = 0; at < vector.length; at += 1) {
      product += vector[at]! * query.vector[at]!
      left += vector[at]! ** 2
      right += query.vector[at]! ** 2
    }
    const similarity = product / Math.sqrt(left * right)
    const recency = 2 ** (-(seq - row.seq) / halfLifeTurns)
    found.push({ id: row.id, text: row.text, score: 0.7 * similarity + 0.15 * recency + 0.15 * row.significance })
  }
  db.close()
  const best = found.toSorted((left, right) => right.score - left.score || right.id - left.id).map(({ text }) => text)
  return [...new Set(best)].slice(0, 5)
}

function recall(count: number, bar: number): BenchCase {
  const dataDir = mkdtempSync(join(workFolder(), 'memory-'))
  const seq = 100
  const run = () =>
    invoke('memory/scripts/recall-memory.mjs', {
      input: { prompt: question },
      dataDir,
      seq,
      state: { memory: { count } },
    })
  return {
    name: `recall over ${count} events, from spawn to exit`,
    rounds: 15,
    reference: emptyNode(),
    contenders: [
      {
        name: 'recall-memory',
        bar,
        prepare() {
          fill(dataDir, count)
          const patch = run()
            .split('\n')
            .find((line) => line.includes('"state_patch"'))!
          const recalled = (JSON.parse(patch).patch.memory.recalled as { text: string }[]).map(({ text }) => text)
          if (JSON.stringify(recalled) !== JSON.stringify(exactBest(dataDir, seq)))
            throw new Error('the top five differ from an exact scan')
        },
        run,
      },
    ],
  }
}

function reputation(): BenchCase {
  const dataDir = mkdtempSync(join(workFolder(), 'reputation-'))
  return {
    name: 'query-reputation after 200 changes, from spawn to exit',
    rounds: 15,
    reference: emptyNode(),
    contenders: [
      {
        name: 'query-reputation',
        bar: 3,
        prepare() {
          const changes = Array.from({ length: 20 }, (_, at) => ({
            faction: `Faction ${at}`,
            amount: at - 10,
            reason: 'a deed',
          }))
          for (let seq = 1; seq <= 10; seq += 1)
            invoke('reputation/scripts/update-reputation.mjs', { input: { changes }, dataDir, seq })
        },
        run: () =>
          invoke('reputation/scripts/query-reputation.mjs', {
            input: { prompt: 'I trade with a merchant of Faction 7' },
            dataDir,
            seq: 11,
          }),
      },
    ],
  }
}

export function cases(): BenchCase[] {
  return [starts(), recall(1000, 3), recall(100_000, 6), reputation()]
}
