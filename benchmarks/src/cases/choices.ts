import { hallWorld, phrases } from '@narratoria/content'
import { offerActs, perform, type World, type WorldState } from '@narratoria/world'
import type { BenchCase, Contender } from '../bench-case.ts'

// Nothing ends this story, so that a thousand choices can be played.
const world: World = { ...(hallWorld as World), endings: {} }

/** How often a run plays its turn, because a single one takes less than a millisecond. */
const turnsPerRun = 50

/** Compares a turn early and late in one story: an act, the end of the turn, and the choices after it. */
export function cases(): BenchCase[] {
  return [
    {
      name: 'A turn in a world, with its choices',
      reference: turnAfter(10),
      contenders: [{ ...turnAfter(1000), bar: 1.2 }],
      rounds: 25,
    },
  ]
}

function turnAfter(turns: number): Contender {
  let state: WorldState = {}
  return {
    name: `turn ${turns}`,
    prepare: () => (state = playChoices(turns)),
    run: () => {
      for (let at = 0; at < turnsPerRun; at++) offersAfter(state, { act: 'look' }, turns)
    },
  }
}

/** Plays each offered choice in its turn, the first in turn 1, the second in turn 2 and so on. */
function playChoices(turns: number): WorldState {
  let state: WorldState = {}
  let offered = offerActs(world, state, { phrases })
  for (let turn = 1; turn <= turns; turn++) {
    const { act } = offered[turn % offered.length]!
    ;({ state, offered } = offersAfter(state, act, turn))
  }
  return state
}

function offersAfter(before: WorldState, act: Parameters<typeof perform>[2], seq: number) {
  const { state } = perform(world, before, act, { seq, phrases, endTurn: true })
  return { state, offered: offerActs(world, state, { phrases }) }
}
