import { lexicon, phrases } from '@narratoria/content'
import {
  type Act,
  perform,
  type Performed,
  possibleActs,
  riskOf,
  type Roll,
  type World,
  type WorldState,
} from '@narratoria/world'
import { parse, placed } from '@narratoria/world/parse'
import { seededRandom } from './seeded-random.ts'

/** A turn that was played in the world alone. */
export interface WorldTurn {
  /** What the player reads. */
  text: string
  /** What could be done next, best first. */
  choices: string[]
  performed: Performed[]
  state: WorldState
}

/**
 * Plays a world without processes, skills and a store: for tests of campaigns and for simulated players. The same seed and
 * the same words give the same story.
 */
export class WorldPlayer {
  readonly world: World
  #state: WorldState
  #seq = 0
  readonly #random: () => number
  readonly #history: WorldState[] = []
  /** The choices of the current state, once they were asked for. */
  #choices: { state: WorldState; all: { text: string; act: Act }[] } | undefined

  constructor(world: World, { seed = 1, state = world.state ?? {} }: { seed?: number; state?: WorldState } = {}) {
    this.world = world
    this.#state = state
    this.#random = seededRandom(seed)
  }

  /** The state after the last turn; an undo restores the one before it. */
  get state(): WorldState {
    return this.#state
  }

  /** Choices that the player has now. */
  choices(): { text: string; act: Act }[] {
    if (this.#choices?.state !== this.#state)
      this.#choices = { state: this.#state, all: possibleActs(this.world, this.#state, { phrases }).slice(0, 12) }
    return this.#choices.all
  }

  /** Plays what a player typed. */
  play(prompt: string): WorldTurn {
    const offered = this.choices()
    const choices = offered.map(({ text }) => text)
    const parsed = parse(prompt, { world: this.world, state: this.#state, lexicon, choices })
    if (parsed.command?.name === 'undo') return this.#undo()
    const chosen = parsed.choice === undefined ? undefined : offered[parsed.choice - 1]?.act
    const read = placed(parsed.acts).map(({ act, start }): { act: Act; start: number } => ({ act, start }))
    if (parsed.unclear) read.push({ act: partOf(prompt, parsed.unclear), start: parsed.unclear.start })
    const inOrder = read.toSorted((a, b) => a.start - b.start)
    const acts: Act[] = chosen ? [chosen] : inOrder.map(({ act }) => act)
    if (parsed.question) acts.push({ act: 'ask-back', question: parsed.question })
    return this.perform(acts.length > 0 ? acts : [{ act: 'unknown', text: prompt }])
  }

  /** Performs acts as one turn. */
  perform(acts: readonly Act[]): WorldTurn {
    this.#history.push(this.#state)
    this.#seq += 1
    const performed = acts.map((act, index) => {
      const risk = riskOf(this.world, this.#state, act, { phrases })
      const done = perform(this.world, this.#state, act, {
        seq: this.#seq,
        phrases,
        random: this.#random,
        endTurn: index === acts.length - 1,
        ...(risk && { roll: this.#roll(risk.modifier) }),
      })
      this.#state = done.state
      return done
    })
    return {
      text: performed.flatMap(({ entries }) => entries.map(({ text }) => text)).join('\n\n'),
      choices: this.choices().map(({ text }) => text),
      performed,
      state: this.#state,
    }
  }

  #undo(): WorldTurn {
    this.#state = this.#history.pop() ?? this.#state
    return { text: '', choices: this.choices().map(({ text }) => text), performed: [], state: this.#state }
  }

  #roll(modifier: number): Roll {
    const die = () => 1 + Math.floor(this.#random() * 6)
    const total = die() + die() + modifier
    return { total, outcome: total >= 10 ? 'success' : total >= 7 ? 'partial' : 'failure' }
  }
}

/** Words beside those that were understood. They are answered in their place. */
function partOf(prompt: string, { start, end }: { start: number; end: number }): Act {
  return { act: 'unknown', topic: 'part', text: prompt.slice(start, end) }
}
