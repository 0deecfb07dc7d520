import { type JsonObject, mergePatch } from '@narratoria/protocol'
import { fileURLToPath } from 'node:url'
import { runTool } from '@narratoria/tool-sdk/testing'
import { describe, expect, test } from 'vitest'
import { narrateTurn, sentencesOf } from './narrate-turn.ts'

const dice = (roll: JsonObject) => ({ roll1: { dice: { last: roll, rolls: [roll] } } })

test('FR-054: the built script narrates in a process of its own', async () => {
  const script = fileURLToPath(new URL('../scripts/narrate.mjs', import.meta.url))
  const run = await runTool(script, { prompt: 'I open the door' })
  expect(run).toMatchObject({ ok: true, exitCode: 0, protocolError: undefined })
  expect(run.stdout).toContain('You open the door.')
})

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
    // Not a sentence.
    ['?', 'You look about you, and wonder.'],
    ['...', 'You wait, and say nothing.'],
    ['🙂', 'Without a word you show what you mean: 🙂.'],
    ['EXAMINE THE DOOR!!!', 'You examine the door.'],
    ['n', 'You head north.'],
    ['i', 'You go through what you carry.'],
    // Questions.
    ['where is the key', 'You ask yourself: where is the key?'],
    ['who are you?', '“Who are you?” you ask.'],
    ['Did I steal the ring?', 'You ask yourself whether you stole the ring.'],
    ['can you open the door for me', 'You open the door.'],
    ['I ask "who lit the torch?"', 'You ask "who lit the torch?"'],
    // The subject.
    ['Mara lights the torch', '“Mara lights the torch,” you say, half to yourself.'],
    ['*lights the torch*', 'You light the torch.'],
    ['Tomorrow I leave the town', 'Tomorrow you leave the town.'],
    ['Instead of waiting, I knock', 'Instead of waiting, you knock.'],
    ['If the wolf attacks me I run', 'If the wolf attacks you, you run.'],
    ['remember me', '“Remember me,” you say.'],
    ["Let's not wake the dragon", 'You do not wake the dragon.'],
    ["J'allume la torche", "“J'allume la torche,” you say, half to yourself."],
    ['forget the key', 'You try to forget the key.'],
    // Wishes, politeness and adverbs.
    ['I want to rest, so I look for an inn', 'You want to rest, so you look for an inn.'],
    ['Could I please sit by the stove?', 'You sit by the stove.'],
    ['May we have two beers, please?', '“May we have two beers?” you ask.'],
    ['Would you close the gate for me, please?', 'You close the gate.'],
    ['Slowly, I turn around', 'Slowly, you turn around.'],
    ['Quietly, open the hatch', 'You quietly open the hatch.'],
    ['Molly, I need you', '“Molly, I need you,” you say.'],
    ['Never mind', '“Never mind,” you say, half to yourself.'],
    // Several subjects.
    ['Tom and I cross the bridge', 'Tom and you cross the bridge.'],
    ['The window is open, so I climb in', 'The window is open, so you climb in.'],
    ['She gives me a rose and I smile', 'She gives you a rose and you smile.'],
    // Short commands.
    ['x gate', 'You examine the gate.'],
    ['unlock chest with key', 'You unlock the chest with the key.'],
    ['take rope and open hatch', 'You take the rope and open the hatch.'],
    ['take cover', 'You take cover.'],
    ['open it', 'You open it.'],
    // A question and another sentence.
    ['Rob the trader? Never.', 'You ask yourself: rob the trader? “Never,” you say, half to yourself.'],
    ['Who lives here? I raise my lamp.', 'You ask yourself: who lives here? You raise your lamp.'],
    ["I don't trust him. I want proof.", "You don't trust him. You want proof."],
    ['3 days left. I ride on.', '“3 days left,” you say, half to yourself. You ride on.'],
    // Not a command, although it does not start with its subject.
    ['Suddenly the lamp goes out', '“Suddenly the lamp goes out,” you say, half to yourself.'],
    ['Behind the mill there was a well', '“Behind the mill there was a well,” you say, half to yourself.'],
    // Speech to others.
    ['Let me out!', '“Let me out!” you say.'],
    ['let me think', 'You think.'],
    ["don't cry, Tom", "“Don't cry, Tom,” you say."],
    ['Do not touch the lever', "You don't touch the lever."],
    ['look at me', '“Look at me,” you say.'],
    // Spelling mistakes.
    ['whats in the box', "You ask yourself: what's in the box?"],
    ['no, i stay here', '“No, I stay here,” you say, half to yourself.'],
    // Quotations and several sentences.
    ["'hello' I whisper", "'Hello,' you whisper."],
    ['The guard says: "I am lost."', '“The guard says: ‘I am lost,’” you say, half to yourself.'],
    ['I sit down. I am tired! Is it late?', 'You sit down. You are tired! You ask yourself: is it late?'],
    ['look at the well. open it.', 'You look at the well, then open it.'],
  ])('FR-054: "%s" becomes "%s"', async (prompt, sentence) => {
    expect((await narrateTurn({ prompt })).prose.startsWith(sentence)).toBe(true)
  })

  test('001 §4.4: prose is streamed as narration: a new paragraph, then appended pieces', async () => {
    const { pieces } = await narrateTurn({ prompt: 'I look around' })
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.map(({ append }) => append === true)).toEqual(pieces.map((_, at) => at > 0))
  })

  test('FR-054: the styles differ, and terse is the shortest', async () => {
    const proses = await Promise.all(
      ['terse', 'vivid', 'poetic'].map(
        async (style) => (await narrateTurn({ prompt: 'I climb the old tower', config: { style } })).prose,
      ),
    )
    expect(new Set(proses).size).toBe(3)
    expect(proses[0]!.length).toBeLessThan(Math.min(proses[1]!.length, proses[2]!.length))
  })
})

test('FR-054: a repeated action has no capital letter inside the sentence', async () => {
  for (const prompt of ['🙂', 'Tomorrow I leave the town', 'My sword is dull', 'I wait']) {
    const first = await narrateTurn({ prompt, seq: 5 })
    const second = await narrateTurn({ prompt, seq: 6, state: first.run.output })
    expect(second.prose).not.toMatch(/(?<![.!?…:“"] |^)\b(?:You|Your|Without|Tomorrow)\b/)
  }
})

test('FR-054: two different exclamations are not a repetition', async () => {
  const first = await narrateTurn({ prompt: 'The bell is ringing!', seq: 5 })
  const second = await narrateTurn({ prompt: 'The mill is on fire!', seq: 6, state: first.run.output })
  expect(second.prose).toContain('“The mill is on fire!” you')
  expect(second.prose).not.toContain('As before')
})

describe('rolls', () => {
  const roll = { formula: '2d6', rolls: [3, 4], modifier: 0, total: 7, outcome: null }
  test.each([
    ['roll', 'You roll the dice.'],
    ['2d6+3 for stealth', 'You roll the dice for stealth.'],
    ['roll -1d6', 'You roll the dice.'],
    ['roll (2d6+3)*2', 'You roll the dice.'],
    ['roll 1d20 and 2d8', 'You roll the dice.'],
    ['could I roll for perception?', 'You roll for perception.'],
    ['I jump over the pit (d20+3)', 'You jump over the pit.'],
    ['I swing at the troll, 1d20+2', 'You swing at the troll.'],
    ['d20 perception', 'You roll the dice for perception.'],
    ['2d6 please', 'You roll the dice.'],
    ['I use my d20', 'You use the dice.'],
    ['roll 1d20 to not fall', 'You set out not to fall.'],
  ])('FR-054: "%s" becomes "%s"', async (prompt, sentence) => {
    const { prose } = await narrateTurn({ prompt, dependencies: dice(roll) })
    expect(prose.startsWith(sentence), prose).toBe(true)
  })

  test('FR-054: dice that were not rolled are not narrated as rolled', async () => {
    const { prose } = await narrateTurn({ prompt: 'roll 0d6' })
    expect(prose).toMatch(/^You reach for the dice, but none of them falls\./)
  })

  test('FR-054: a negated task is not narrated as an action', async () => {
    const saved = { ...roll, outcome: 'success', task: 'not fall' }
    const { prose } = await narrateTurn({ prompt: 'roll 1d20 to not fall', dependencies: dice(saved) })
    expect(prose).not.toContain('You not')
  })
})

describe('facts', () => {
  test.each([
    ['fail', /fail/],
    ['partial', /partial/],
    ['success', /(?<!partial )success/],
  ])('FR-054: total and outcome of a %s are in the prose', async (outcome, words) => {
    const roll = { formula: '2d6+30', rolls: [2, 5], modifier: 30, total: 37, outcome, task: 'pick the lock' }
    const { prose } = await narrateTurn({ prompt: 'I roll 2d6+30 to pick the lock', dependencies: dice(roll) })
    expect(prose).toMatch(/\b37\b/)
    expect(prose).toMatch(words)
    expect(prose).toContain('pick the lock')
    expect(prose).not.toContain('2d6')
  })

  test.each(['luck', 'stealth', 'my life', 'the treasure'])(
    'FR-054: a roll for %s does not become a verb',
    async (task) => {
      const asDeed = new RegExp(String.raw`\b(?:you|to) ${task.replace('my', 'your')}\b`, 'i')
      for (const outcome of ['fail', 'partial', 'success'])
        for (let seq = 1; seq <= 4; seq += 1) {
          const roll = { formula: '2d6', total: 9, outcome, task }
          const { prose } = await narrateTurn({ prompt: `I roll 2d6 for ${task}`, dependencies: dice(roll), seq })
          expect(prose).toMatch(/\b9\b/)
          expect(prose).toMatch(/fail|success/)
          expect(prose).not.toMatch(asDeed)
        }
    },
  )

  test('FR-054: the changes of all steps are in the prose', async () => {
    const { prose } = await narrateTurn({
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

  test('002 US5.2: a standing is in the prose as a word and a number', async () => {
    const factions = { guild: { name: 'Merchants Guild', value: -20, standing: 'disliked' } }
    const { prose } = await narrateTurn({
      prompt: 'I trade with the merchant',
      dependencies: { query: { reputation: { factions } } },
    })
    expect(prose).toContain('Merchants Guild')
    expect(prose).toContain('disliked')
    expect(prose).toContain('-20')
  })

  test('002 US4.3: a recalled memory is narrated in the past tense', async () => {
    const memory = { recalled: [{ text: 'I befriend the blacksmith Mara and buy a sword' }] }
    const { prose } = await narrateTurn({
      prompt: 'What happened with the blacksmith?',
      dependencies: { recall: { memory } },
    })
    expect(prose).toContain('you befriended the blacksmith Mara and bought a sword')
  })

  test('002 US4.3: facts in the state are narrated if the prompt mentions them', async () => {
    const state = { discovered: { door_inscription: 'Ancient runes' }, inventory: { rope: true } }
    const { prose } = await narrateTurn({ prompt: 'I touch the door again', state })
    expect(prose).toContain('Ancient runes')
    expect((await narrateTurn({ prompt: 'I sing', state })).prose).not.toContain('Ancient runes')
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
      const proses: string[][] = []
      for (let seq = 0; seq < 24; seq++) {
        const { run, prose } = await narrateTurn({
          prompt,
          dependencies,
          state,
          config: { style },
          seq,
        })
        state = mergePatch(state, run.output)
        proses.push(sentencesOf(prose))
      }
      for (const [at, sentences] of proses.entries()) {
        expect(new Set(sentences).size).toBe(sentences.length)
        const recent = new Set(proses.slice(Math.max(0, at - 10), at).flat())
        for (const sentence of sentences) expect(recent.has(sentence), `turn ${at}: ${sentence}`).toBe(false)
      }
      expect(JSON.stringify(state.storyteller).length).toBeLessThan(4000)
    },
  )

  test('FR-054: undone turns do not count as recent, because hashes are in the state', async () => {
    const first = await narrateTurn({ prompt: 'I wait', seq: 1 })
    const second = await narrateTurn({ prompt: 'I wait', seq: 1 })
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
  ])('SC-006: %s is narrated within the story', async (_, prompt) => {
    const { run, prose } = await narrateTurn({ prompt })
    expect(run.ok).toBe(true)
    expect(prose.length).toBeGreaterThan(10)
    expect(prose.length).toBeLessThan(1000)
    // oxlint-disable-next-line no-control-regex -- the point of the test
    expect(prose).not.toMatch(/[\u0000-\u001f\u202e<>]|\/bin/)
  })

  test('SC-006: unexpected patches are narrated or ignored', async () => {
    const deep: JsonObject = {}
    let at = deep
    for (let level = 0; level < 100; level++) at = at.down = {} as JsonObject
    const dependencies = {
      a: { dice: 'none', reputation: [], memory: { recalled: 'x' }, storyteller: 1 },
      b: { dice: { last: { total: 'many' } }, reputation: { factions: { x: null, y: 3 } } },
      c: { long: 'word '.repeat(5000), list: [1, 'two', null, {}], nothing: null, deep, ['__proto__x']: true },
    } as unknown as Record<string, JsonObject>
    const { run, prose } = await narrateTurn({ prompt: 'I look', dependencies, state: { storyteller: { told: 'x' } } })
    expect(run.ok).toBe(true)
    expect(prose.length).toBeLessThan(1500)
  })
})
