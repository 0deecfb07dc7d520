import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  createNarratoria,
  type Narratoria,
  type NewStory,
  openSqliteSessionStore,
  type Session,
  type StoredTurn,
} from '@narratoria/runtime'
import type { BenchCase, Contender } from '../bench-case.ts'
import { workFolder } from '../workspace.ts'

/** Where the model of a host was in its last answer, by `performance.now()`. */
interface Seen {
  /** The request arrived. */
  askedAt: number
  /** Processor time of this process until then, in microseconds. */
  askedCpu: number
  /** The last token was sent. */
  endedAt: number
  endedCpu: number
}

const world: NonNullable<NewStory['world']> = {
  title: 'Two rooms',
  opening: 'Fog.',
  player: { at: 'hall' },
  places: {
    hall: { name: 'hall', description: 'A round hall.', exits: { up: 'loft' } },
    loft: { name: 'loft', description: 'Dust.', exits: { down: 'hall' } },
  },
  things: { knife: { name: 'knife', at: 'hall' }, table: { name: 'table', at: 'hall', portable: false } },
  people: { oleg: { name: 'Oleg', at: 'hall', pronoun: 'he' } },
}
const prose = 'The hall is round, and its walls are wet. '.repeat(12)

/** Turns that a model narrates, with the shipped skills on a built tree. The model answers at once. */
export function cases(): BenchCase[] {
  const stored = (cpu: boolean): Contender => {
    const opened = host(`stored-${cpu}`, 30)
    return {
      name: cpu ? 'its processor time in the host' : 'one narrated turn',
      bar: 1,
      beforeEach: async () => (await opened()).session.settled(),
      async run() {
        const { session, seen } = await opened()
        await session.play('look around').result
        return cpu ? (cpuNow() - seen.endedCpu) / 1000 : performance.now() - seen.endedAt
      },
      close: async () => (await opened()).narratoria.close(),
    }
  }
  const built = (turns: number, cpu: boolean): Contender => {
    const opened = host(`built-${turns}-${cpu}`, turns)
    return {
      name: `${turns.toLocaleString('en')} turns`,
      // The turn of the previous round is undone, so that a story keeps its length.
      beforeEach: async () => (await opened()).session.undo(),
      async run() {
        const { session, seen } = await opened()
        const [startedAt, startedCpu] = [performance.now(), cpuNow()]
        await session.play('look around').result
        return cpu ? (seen.askedCpu - startedCpu) / 1000 : seen.askedAt - startedAt
      },
      close: async () => (await opened()).narratoria.close(),
    }
  }
  return [
    {
      name: "from the model's last token to the stored turn",
      rounds: 25,
      reference: { name: 'the limit', run: () => 100 },
      contenders: [stored(false), stored(true)],
    },
    ...[false, true].map((cpu) => ({
      name: `from the prompt to the request of the narrating model${cpu ? ', processor time of the host' : ''}`,
      rounds: 25,
      reference: built(100, cpu),
      contenders: [{ ...built(10_000, cpu), bar: 1.2 }],
    })),
  ]
}

function cpuNow(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Opens a host with a story of so many turns, once. */
function host(name: string, turns: number) {
  let opened: Promise<{ narratoria: Narratoria; session: Session; seen: Seen }> | undefined
  return () => (opened ??= openStory(join(workFolder(), name), turns))
}

async function openStory(folder: string, turns: number) {
  const seen: Seen = { askedAt: 0, askedCpu: 0, endedAt: 0, endedCpu: 0 }
  const usage = { promptTokens: 500, completionTokens: 120 }
  const narrator = {
    id: 'instant',
    provider: 'bench',
    contextTokens: 8_192,
    async complete() {
      return {
        text: '{"facts":[],"moods":[],"things":[],"people":[],"choices":[],"lines":[]}',
        finishReason: 'stop' as const,
        usage,
      }
    },
    async *stream() {
      Object.assign(seen, { askedAt: performance.now(), askedCpu: cpuNow() })
      for (const text of prose.match(/\S+\s/g) ?? []) yield { type: 'text' as const, text }
      Object.assign(seen, { endedAt: performance.now(), endedCpu: cpuNow() })
      yield { type: 'finish' as const, finishReason: 'stop' as const, usage }
    },
  }
  const store = await openSqliteSessionStore(`${folder}.db`)
  const skillRoots = [join(import.meta.dirname, '../../../skills')]
  const narratoria = await createNarratoria({ skillRoots, home: folder, store, models: { narrator } })
  const first = await narratoria.openSession('first', { world })
  await first.play('look around').result
  await first.settled()
  const turn = (await first.lastTurn())!
  await first.close()
  const sessionId = randomUUID()
  const copies = Array.from({ length: turns }, (_, at) => copyOf(turn, { sessionId, depth: at + 1 }))
  const head = copies.at(-1)!.turnId
  const initialState = await store.stateAt(turn.sessionId, null)
  await store.importSession(
    { sessionId, name: 'long', title: 'Long', createdAt: 0, initialState, head, tip: head },
    copies,
  )
  const session = await narratoria.openSession('long')
  await session.play('look around').result
  return { narratoria, session, seen }
}

/** The same turn at another place of a line, with the summary that a line of that length has. */
function copyOf(turn: StoredTurn, { sessionId, depth }: { sessionId: string; depth: number }): StoredTurn {
  const note = (at: number) => `Turn ${at}, "look around": You see a round hall with wet walls, and Oleg.`
  const lines = Math.min(depth, 110)
  const summary = Array.from({ length: lines }, (_, at) => note(depth - lines + at + 1))
  const recap = { note: note(depth), ...(depth % 10 === 0 && { summary }) }
  const place = { sessionId, turnId: `turn-${depth}`, seq: depth, parentId: depth === 1 ? null : `turn-${depth - 1}` }
  return { ...turn, ...place, createdAt: depth, recap }
}
