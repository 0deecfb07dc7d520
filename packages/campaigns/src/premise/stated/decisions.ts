import type { Condition, World } from '@narratoria/world'
import { capitalize } from '../furnish.ts'
import { answersOf } from './answers.ts'
import type { OwnAim } from './own-aim.ts'
import type { Stated } from './stated-world.ts'
import { textsOf } from './thoughts.ts'
import { type About as TaskAbout, type Parts, triesOf } from './tries.ts'

/** Fewest turns before the player can decide. */
const fewestTurns = 5

/** Fewest turns before the player can let it be, unless they have tried it. */
const lateTurns = 9

/** Most turns without a decision. */
const mostTurns = 60

type Decisions = Parts & Required<Pick<World, 'goals' | 'beats'>>

/** What a decision is about. */
type About = TaskAbout & {
  /** Ids of what the player can get to know. */
  facts: readonly string[]
  /** Whom the player must have met first, with the place: those whom the aim is about. */
  met: readonly Condition[]
}

/** How it ends: by what the player tries or answers, or decides where there is neither; or they let it be, or wait too long. */
export function decisions(aim: OwnAim, { facts, met, ...about }: About): Decisions {
  const { kind, goal } = aim
  const { say } = about.stated
  const known = facts.map((fact): Condition => ({ knows: ['player', fact] }))
  const ready: Condition = { flag: 'ready' }
  const late: Condition = {
    any: [{ turns: { min: lateTurns } }, ...about.ways.map(({ id }): Condition => ({ flag: id }))],
  }
  const parts = partsOf(aim, { ...about, ready })
  return {
    flags: parts.flags,
    acts: {
      ...parts.acts,
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
        when: [{ turns: { min: fewestTurns } }, { any: known }, ...met],
        then: [{ set: 'ready' }, { say: say(kind === 'open' ? 'ready' : `way.ready.${kind}`) }],
        once: true,
      },
      ...parts.rules,
      leaves: { on: { act: 'leave_it' }, when: [ready, late], order: 'instead', then: [{ ending: 'left' }] },
    },
    goals: { own: { text: `${capitalize(goal)}${/[.!?]$/u.test(goal) ? '' : '.'}`, done: { flag: 'achieved' } } },
    endings: {
      ...parts.endings,
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

function partsOf(aim: OwnAim, about: Omit<About, 'facts' | 'met'> & { ready: Condition }): Parts {
  if (aim.kind === 'task') return triesOf(aim, about)
  return aim.kind === 'question' ? answersOf(aim, about) : decisionOf(about)
}

// Who only wants to see what happens makes up their mind.
function decisionOf({ ready, stated: { say } }: { ready: Condition; stated: Stated }): Parts {
  return {
    flags: {},
    acts: { decide: { verbs: textsOf('decideVerbs.open'), otherwise: say('early'), choice: say('decide.open') } },
    rules: {
      decides: {
        on: { act: 'decide' },
        when: ready,
        order: 'instead',
        then: [{ set: 'achieved' }, { ending: 'decided' }],
      },
    },
    endings: { decided: { title: say('decided.open.title'), kind: 'won', text: say('decided.open') } },
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
