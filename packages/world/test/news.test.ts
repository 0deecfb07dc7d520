import { lexicon, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { perform, type World, type WorldState } from '../src/index.ts'
import { parse } from '../src/parse/index.ts'

const world: World = {
  title: 'Dam',
  opening: 'The valley is asleep under the dam.',
  player: { at: 'hut' },
  places: {
    hut: { name: 'hut', exits: { up: 'dam' } },
    dam: { name: 'dam', exits: { down: 'hut' }, scenery: { crack: 'As long as a man.' } },
  },
  things: { plan: { name: 'plan', at: 'player', text: 'A crack runs through the dam.' } },
  facts: { crack: { text: 'The dam has a crack.', about: ['crack', 'cracked'] } },
  people: {
    warden: {
      name: 'Orso',
      at: 'hut',
      pronoun: 'he',
      topics: {
        channels: { answer: '“They run north,” says Orso.', follow: { why: '“Water likes north,” says Orso.' } },
      },
      replies: {
        crack: '“Then it is not only I who sees it,” says Orso.',
        clerk: '“She signs what she is given,” says Orso.',
        heard: '“Is it so,” says Orso.',
        name: '“Orso,” says Orso.',
        accuse: '“I measure,” says Orso.',
      },
    },
    clerk: { name: 'Bianca', at: 'hut', pronoun: 'she', replies: { accuse: '“I sign,” says Bianca.' } },
  },
  acts: { accept: { verbs: ['accept'], otherwise: 'There is an offer no longer.' } },
  rules: {
    learns: { on: { act: 'read', thing: 'plan' }, then: [{ learn: ['player', 'crack'] }] },
    answers: {
      when: { knows: ['clerk', 'crack'] },
      once: true,
      then: [{ speak: ['clerk', '“I never measured,” says Bianca.'] }],
    },
  },
}

/** What the player reads after each of some lines. */
function play(...lines: string[]): string[] {
  let state: WorldState = {}
  return lines.map((line, index) => {
    const { acts, rest } = parse(line, { world, state, lexicon })
    const said = acts.map(({ act }, position) => {
      const done = perform(world, state, act, { seq: index + 1, phrases, endTurn: position === acts.length - 1 })
      state = done.state
      return done.summary
    })
    return [...said, ...(acts.length > 0 && rest.length > 0 ? ['REST'] : [])].join(' ')
  })
}

describe('news', () => {
  it('get what a person has to say to them, once', () => {
    const [, first, again] = play(
      'read the plan',
      'inform Orso that the dam is cracked',
      'Orso, there is a crack in the dam',
    )
    expect(first).toContain('not only I')
    expect(again).not.toContain('not only I')
    expect(again).toContain('You have')
  })

  it('are answered by the rule that waits for them alone', () => {
    const [, output] = play('read the plan', 'inform Bianca that the dam is cracked')
    expect(output).toBe('“I never measured,” says Bianca.')
  })

  it('of another person get what was written about that person', () => {
    expect(play('talk to Orso', 'let him know about Bianca').join(' ')).toContain('She signs what she is given')
  })
})

describe('words to one of several people', () => {
  it.each(['you are a coward Bianca and I saw it', 'you are the thief Bianca'])(
    'are for the one whose name stands behind them: %s',
    (line) => {
      const [, output] = play('ask Orso about the channels', line)
      expect(output).toMatch(/Bianca/)
      expect(output).not.toMatch(/Orso/)
    },
  )

  it.each(['ok Orso I accept', 'Orso I accept'])('with a name before an act are the act alone: %s', (line) => {
    expect(play(line)[0]).toBe('There is an offer no longer.')
  })

  it.each(['hi there good one, what is your name?', 'hello my small friend, what is your name?'])(
    'may call a person something in a greeting: %s',
    (line) => {
      const [, output] = play('ask Orso about the channels', line)
      expect(output).toBe('“Orso,” says Orso.')
    },
  )

  it('that ask for a reason get the reason of what was said last', () => {
    const [, output] = play('ask Orso about the channels', 'Orso, why do the channels run like that?')
    expect(output).toContain('Water likes north')
  })
})

describe('a verb with its particle behind "to"', () => {
  it.each(['Im going to tear up the plan', 'I want to rip up the plan', 'we are going to crumple up the plan'])(
    'goes nowhere: %s',
    (line) => {
      const { acts } = parse(line, { world, state: {}, lexicon })
      expect(acts.map(({ act }) => [act.act, act.thing])).toEqual([['attempt', 'plan']])
    },
  )

  it('still goes up where a way is named', () => {
    expect(parse('I am going to go up', { world, state: {}, lexicon }).acts[0]!.act).toMatchObject({ act: 'go' })
  })
})
