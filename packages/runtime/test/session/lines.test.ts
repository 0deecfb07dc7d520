import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Executor } from '@narratoria/executor'
import type { Narrator, PlayRequest } from '@narratoria/planner'
import { type JsonObject, mergePatch } from '@narratoria/protocol'
import { openSkills } from '@narratoria/skills'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemorySessionStore } from '../../src/store/index.ts'
import { type SessionStore, openSqliteSessionStore } from '../../src/index.ts'
import { AssetInbox } from '../../src/assets/asset-inbox.ts'
import { Session } from '../../src/session/session.ts'
import { newSession } from '../fixtures/turns.ts'

/** What a player may do; numbers pick a turn among those that are there. */
type Move =
  | { play: JsonObject }
  | { undo: number }
  | { redo: number }
  | { goTo: number }
  | { retry: true }
  | { reopen: true }

const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'x.y')
const value = fc.oneof(
  fc.integer(),
  fc.constant(null),
  fc.string({ maxLength: 3 }),
  fc.array(fc.integer(), { maxLength: 2 }),
)
const patch = fc.dictionary(key, fc.oneof(value, fc.dictionary(key, value, { maxKeys: 3 })), { maxKeys: 3 })
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ play: patch as fc.Arbitrary<JsonObject> }) },
  { weight: 2, arbitrary: fc.record({ undo: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ redo: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ goTo: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.constant({ retry: true as const }) },
  { weight: 1, arbitrary: fc.constant({ reopen: true as const }) },
)

interface Turn {
  seq: number
  line: [number, number][]
}
/** What each turn's request said of its line, by the turn's id. */
const lines = new Map<string, Turn>()

/** A narrator whose turns patch the state with what the player says. */
const echo = {
  async play({ prompt, state, request }: PlayRequest, { onEvent }: { onEvent: (event: object) => void }) {
    const change = JSON.parse(prompt) as JsonObject
    lines.set(request!.turn!.id!, request!.turn as Turn)
    const outcome = { narrative: `So be ${prompt}.`, state: mergePatch(state, change) }
    onEvent({ type: 'narration', text: outcome.narrative, append: false })
    onEvent({ type: 'state', patch: change })
    return {
      ...outcome,
      choices: [],
      plan: null,
      result: null,
      assets: [],
      attempts: [],
      fallback: false,
      cancelled: false,
    }
  },
} as unknown as Narrator

const stores: [string, (folder: string) => Promise<SessionStore>][] = [
  ['MemorySessionStore', async () => new MemorySessionStore()],
  ['SqliteSessionStore', async (folder) => openSqliteSessionStore(join(folder, 'sessions.db'))],
]

test.each(stores)(
  '§9: any plays, undos and branches come to what playing that line alone does (%s)',
  async (_, openStore) => {
    const skills = await openSkills({ roots: [], home: tmpdir() })
    const open = async (store: SessionStore, sessionId: string) => {
      const record = (await store.findSession(sessionId))!
      return new Session(record, {
        store,
        inbox: new AssetInbox(store.assetFolder),
        skills,
        home: tmpdir(),
        lock: await store.lockSession(sessionId),
        hostClosed: new AbortController().signal,
        prewarm: () => {},
        executor: new Executor(),
        toolsOf: () => ({}),
        narratorFor: () => echo,
      })
    }
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 30 }), async (moves) => {
        const folder = await mkdtemp(join(tmpdir(), 'narratoria-'))
        const store = await openStore(folder)
        const { sessionId } = await store.createSession(newSession())
        let session = await open(store, sessionId)
        const turns: { turnId: string; prompts: string[] }[] = []
        let prompts: string[] = []
        let undone: string[] = []
        const played = (turnId: string, line: string[]) => {
          prompts = line
          undone = []
          turns.push({ turnId, prompts: line })
        }
        for (const move of moves) {
          if ('play' in move) {
            const prompt = JSON.stringify(move.play)
            played((await session.play(prompt).result).turnId, [...prompts, prompt])
          } else if ('retry' in move && prompts.length > 0) {
            played((await session.retry().result).turnId, prompts)
          } else if ('undo' in move && move.undo <= prompts.length) {
            await session.undo(move.undo)
            undone = [...prompts.slice(-move.undo), ...undone]
            prompts = prompts.slice(0, -move.undo)
          } else if ('redo' in move && move.redo <= undone.length) {
            await session.redo(move.redo)
            prompts = [...prompts, ...undone.slice(0, move.redo)]
            undone = undone.slice(move.redo)
          } else if ('goTo' in move && turns.length > 0) {
            const target = turns[move.goTo % turns.length]!
            await session.moveTo(target.turnId)
            prompts = target.prompts
            undone = []
          } else if ('reopen' in move) {
            await session.close()
            session = await open(store, sessionId)
          }
          const expected = prompts.reduce<JsonObject>(
            (state, prompt) => mergePatch(state, JSON.parse(prompt) as JsonObject),
            {},
          )
          expect(JSON.stringify(await session.state())).toBe(JSON.stringify(expected))
          // What skills read their data by names the turns of the played line, itself among them, and no others.
          const stored = await session.turns()
          expect(stored.map(({ prompt }) => prompt)).toEqual(prompts)
          const last = stored.at(-1)
          const request = last && lines.get(last.turnId)
          const seqs = request?.line.flatMap(([first, to]) =>
            Array.from({ length: to - first + 1 }, (_, index) => first + index),
          )
          expect(seqs ?? []).toEqual(stored.map(({ seq }) => seq))
          expect(request?.seq).toBe(last?.seq)
        }
        const { sessionId: alone } = await store.createSession(newSession())
        const straight = await open(store, alone)
        for (const prompt of prompts) await straight.play(prompt).result
        expect(JSON.stringify(await session.state())).toBe(JSON.stringify(await straight.state()))
        const narratives = async (of: Session) => (await of.turns()).map(({ narrative }) => narrative)
        expect(await narratives(session)).toEqual(await narratives(straight))
        await store.close()
        await rm(folder, { recursive: true })
      }),
      { numRuns: 40 },
    )
    await skills.close()
  },
)
