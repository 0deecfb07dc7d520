import type { Condition, World } from '@narratoria/world'
import { capitalize } from '../furnish.ts'
import { longestChoice, type OwnAim } from './own-aim.ts'
import type { Stated } from './stated-world.ts'
import { textsOf } from './thoughts.ts'

/** Fewest turns before the player can decide. */
const fewestTurns = 4

/** Most turns without a decision. */
const mostTurns = 60

type Parts = Required<Pick<World, 'acts' | 'rules' | 'goals' | 'endings' | 'beats'>>

/** How it ends: the player decides, lets it be, or waits too long. The endings say only what the player has done. */
export function decisions(
  { kind, goal }: OwnAim,
  { facts, stated: { say } }: { facts: readonly string[]; stated: Stated },
): Parts {
  const known = facts.map((fact): Condition => ({ knows: ['player', fact] }))
  const isShort = kind === 'task' && goal.length <= longestChoice
  const task = kind === 'task' ? [goal.replaceAll(/[,?]/gu, '').toLowerCase()] : []
  const isReady: Condition = { flag: 'ready' }
  return {
    acts: {
      decide: {
        verbs: [...new Set([...task, ...textsOf(`decideVerbs.${kind}`)])],
        otherwise: say('early'),
        choice: isShort ? capitalize(goal) : say(`decide.${kind}`),
      },
      leave_it: { verbs: textsOf('leaveVerbs'), otherwise: say('early'), choice: say('leave') },
      confide: {
        verbs: textsOf('confideVerbs'),
        roles: ['person'],
        otherwise: say('confided'),
        choice: say('confide'),
      },
    },
    rules: {
      ready: {
        when: [{ turns: { min: fewestTurns } }, { any: known }],
        then: [{ set: 'ready' }, { say: say('ready') }],
        once: true,
      },
      decides: {
        on: { act: 'decide' },
        when: isReady,
        order: 'instead',
        then: [{ set: 'decided' }, { ending: 'decided' }],
      },
      leaves: { on: { act: 'leave_it' }, when: isReady, order: 'instead', then: [{ ending: 'left' }] },
    },
    goals: { own: { text: `${capitalize(goal)}${/[.!?]$/u.test(goal) ? '' : '.'}`, done: { flag: 'decided' } } },
    endings: {
      decided: { title: say(`decided.${kind}.title`), kind: 'won', text: say(`decided.${kind}`, { task: goal }) },
      left: { title: say('left.title'), kind: 'open', text: say('left') },
      waited: { title: say('waited.title'), kind: 'open', text: say('waited') },
    },
    beats: {
      waits: {
        title: say('waited.title'),
        priority: 'low',
        when: { turns: { min: mostTurns } },
        then: [{ ending: 'waited' }],
      },
    },
  }
}

/** What the player says to each of those who are there, once. */
export function confidences(people: World['people'], { say }: Stated): NonNullable<World['rules']> {
  return Object.fromEntries(
    Object.entries(people).map(([id, { name }]) => [
      `confides_${id}`,
      {
        on: { act: 'confide', person: id },
        when: { not: { flag: `confided_${id}` } },
        order: 'instead' as const,
        then: [{ set: `confided_${id}` }, { say: say('confidedTo', { person: name }) }],
      },
    ]),
  )
}
