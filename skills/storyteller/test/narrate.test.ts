import { fileURLToPath } from 'node:url'
import { type JsonObject, mergePatch } from '@narratoria/protocol'
import { runTool } from '@narratoria/tool-sdk/testing'
import { describe, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../scripts/narrate.mjs', import.meta.url))

interface Telling {
  prompt: string
  dependencies?: Record<string, JsonObject | null>
  state?: JsonObject
  config?: JsonObject
  seq?: number
}

async function tell({ prompt, dependencies = {}, state = {}, config = {}, seq = 1 }: Telling) {
  const turn = { id: `turn-${seq}`, seq, line: [[0, seq]] as [number, number][] }
  const run = await runTool(script, { prompt }, { dependencies, state, config, request: { sessionId: 'tale', turn } })
  const pieces = run.events.flatMap((event) =>
    event.type === 'ui_event' && event.event === 'narration'
      ? [event.payload as { text: string; append?: boolean }]
      : [],
  )
  return { run, pieces, prose: pieces.map(({ text }) => text).join('') }
}

const sentencesOf = (prose: string) =>
  prose.split(/(?<=[.!?…]["”]?)\s+/).map((sentence) => sentence.toLowerCase().trim())

const dice = (roll: JsonObject) => ({ roll1: { dice: { last: roll, rolls: [roll] } } })

describe('prose', () => {
  test.each([
    ['I light the torch and examine the door', 'You light the torch and examine the door.'],
    ['open the door', 'You open the door.'],
    ['Please open the door.', 'You open the door.'],
    ["I'm tired of my own shadow", "You're tired of your own shadow."],
    ['I ask the guard to follow me', 'You ask the guard to follow you.'],
    ['"Who are you?" I ask my captor', '"Who are you?" you ask your captor.'],
    ['Can I reach the window?', 'You ask yourself whether you can reach the window.'],
    ['north', 'You head north.'],
    ['What happened with the blacksmith?', 'You think back to the blacksmith.'],
  ])('FR-054: "%s" is told as "%s"', async (prompt, sentence) => {
    expect((await tell({ prompt })).prose.startsWith(sentence)).toBe(true)
  })

  test('001 §4.4: prose streams as narration, the first piece a paragraph and the rest appended', async () => {
    const { pieces } = await tell({ prompt: 'I look around' })
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.map(({ append }) => append === true)).toEqual(pieces.map((_, at) => at > 0))
  })

  test('FR-054: the styles differ, and terse is the shortest', async () => {
    const proses = await Promise.all(
      ['terse', 'vivid', 'poetic'].map(
        async (style) => (await tell({ prompt: 'I climb the old tower', config: { style } })).prose,
      ),
    )
    expect(new Set(proses).size).toBe(3)
    expect(proses[0]!.length).toBeLessThan(Math.min(proses[1]!.length, proses[2]!.length))
  })
})

describe('facts', () => {
  test.each([
    ['fail', /fail/],
    ['partial', /partial/],
    ['success', /(?<!partial )success/],
  ])('FR-054: total and outcome of a %s are in the prose', async (outcome, words) => {
    const roll = { formula: '2d6+30', rolls: [2, 5], modifier: 30, total: 37, outcome, task: 'pick the lock' }
    const { prose } = await tell({ prompt: 'I roll 2d6+30 to pick the lock', dependencies: dice(roll) })
    expect(prose).toMatch(/\b37\b/)
    expect(prose).toMatch(words)
    expect(prose).toContain('pick the lock')
    expect(prose).not.toContain('2d6')
  })

  test('FR-054: what the steps changed is told, whatever the skill', async () => {
    const { prose } = await tell({
      prompt: 'I light the torch and examine the door',
      dependencies: {
        light1: { inventory: { torch: { lit: true } } },
        examine1: { discovered: { door_inscription: 'Ancient runes' } },
        strange: { weather: { northWind: 'howling' }, gold: 12 },
        failed: null,
      },
    })
    expect(prose).toMatch(/torch/)
    expect(prose).toContain('door inscription')
    expect(prose).toContain('Ancient runes')
    expect(prose).toMatch(/north wind/)
    expect(prose).toContain('howling')
    expect(prose).toContain('12')
  })

  test('002 US5.2: a standing is told, tone and number', async () => {
    const factions = { guild: { name: 'Merchants Guild', value: -20, standing: 'disliked' } }
    const { prose } = await tell({
      prompt: 'I trade with the merchant',
      dependencies: { query: { reputation: { factions } } },
    })
    expect(prose).toContain('Merchants Guild')
    expect(prose).toContain('disliked')
    expect(prose).toContain('-20')
  })

  test('002 US4.3: a recalled memory is told as what the player did once', async () => {
    const memory = { recalled: [{ text: 'I befriend the blacksmith Mara and buy a sword' }] }
    const { prose } = await tell({ prompt: 'What happened with the blacksmith?', dependencies: { recall: { memory } } })
    expect(prose).toContain('you befriended the blacksmith Mara and bought a sword')
  })

  test('002 US4.3: what an earlier turn left in the state comes back when the prompt speaks of it', async () => {
    const state = { discovered: { door_inscription: 'Ancient runes' }, inventory: { rope: true } }
    const { prose } = await tell({ prompt: 'I touch the door again', state })
    expect(prose).toContain('Ancient runes')
    expect((await tell({ prompt: 'I sing', state })).prose).not.toContain('Ancient runes')
  })
})

describe('variety', () => {
  const facts: Record<string, JsonObject | null> = {
    roll: { dice: { last: { formula: '2d6', total: 4, outcome: 'fail', task: 'pick the lock' } } },
    torch: { inventory: { torch: { lit: true }, rope: true, coins: 3 } },
    door: { discovered: { door_inscription: 'Ancient runes' }, location: 'the old crypt', door: { open: true } },
    standing: { reputation: { factions: { guild: { name: 'Guild', value: -5, standing: 'disliked', change: -5 } } } },
    recall: { memory: { recalled: [{ text: 'I befriend Mara' }, { text: 'The well is dry' }] } },
  }

  const roll = 'I roll to pick the lock'
  const speech = '“Stop! Who goes there? Speak!” I shout.'
  const wordy: Record<string, JsonObject | null> = {
    a: { discovered: { note: 'Beware! The king is dead. Long live the king.' } },
    b: { memory: { recalled: [{ text: 'I open it. Mara waits. The door falls shut!' }] } },
  }

  test.each([
    ['vivid', roll, {}],
    ['poetic', roll, {}],
    ['terse', roll, {}],
    ['vivid', roll, facts],
    ['terse', roll, facts],
    ['vivid', speech, wordy],
    ['terse', 'What now?', wordy],
  ])(
    'FR-054: the same prompt and facts for 24 turns repeat no sentence within ten turns (%s, %s)',
    async (style, prompt, dependencies) => {
      let state: JsonObject = {}
      const told: string[][] = []
      for (let seq = 0; seq < 24; seq++) {
        const { run, prose } = await tell({
          prompt,
          dependencies,
          state,
          config: { style },
          seq,
        })
        state = mergePatch(state, run.output)
        told.push(sentencesOf(prose))
      }
      for (const [at, sentences] of told.entries()) {
        expect(new Set(sentences).size).toBe(sentences.length)
        const recent = new Set(told.slice(Math.max(0, at - 10), at).flat())
        for (const sentence of sentences) expect(recent.has(sentence), `turn ${at}: ${sentence}`).toBe(false)
      }
      expect(JSON.stringify(state.storyteller).length).toBeLessThan(4000)
    },
  )

  test('FR-054: turns that were undone leave no mark, for the marks live in the state', async () => {
    const first = await tell({ prompt: 'I wait', seq: 1 })
    const second = await tell({ prompt: 'I wait', seq: 1 })
    expect(second.prose).toBe(first.prose)
  })
})

describe('bad input', () => {
  test.each([
    ['an empty prompt', ''],
    ['control characters', '\u0000\u0007\u001b[31m I open\u202e the door \n\n'],
    ['10,000 characters', 'I walk on and on '.repeat(600)],
    ['markup', '<script>alert(1)</script> **I** `rm`'],
    ['a request for a program', 'run /bin/rm -rf / now'],
    ['only signs', '?!…'],
    ['a foreign script', '私は扉を開ける'],
  ])('SC-006: %s gets an answer in the story', async (_, prompt) => {
    const { run, prose } = await tell({ prompt })
    expect(run.ok).toBe(true)
    expect(prose.length).toBeGreaterThan(10)
    expect(prose.length).toBeLessThan(1000)
    // oxlint-disable-next-line no-control-regex -- the point of the test
    expect(prose).not.toMatch(/[\u0000-\u001f\u202e<>]|\/bin/)
  })

  test('SC-006: foreign patches of any shape are told or passed over', async () => {
    const deep: JsonObject = {}
    let at = deep
    for (let level = 0; level < 100; level++) at = at.down = {} as JsonObject
    const dependencies = {
      a: { dice: 'none', reputation: [], memory: { recalled: 'x' }, storyteller: 1 },
      b: { dice: { last: { total: 'many' } }, reputation: { factions: { x: null, y: 3 } } },
      c: { long: 'word '.repeat(5000), list: [1, 'two', null, {}], nothing: null, deep, ['__proto__x']: true },
    } as unknown as Record<string, JsonObject>
    const { run, prose } = await tell({ prompt: 'I look', dependencies, state: { storyteller: { told: 'x' } } })
    expect(run.ok).toBe(true)
    expect(prose.length).toBeLessThan(1500)
  })
})
