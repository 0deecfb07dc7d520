import type { Condition, Effect } from '@narratoria/world'
import { questionOfGoal } from '../wish.ts'
import type { OwnAim } from './own-aim.ts'
import type { Stated } from './stated-world.ts'
import { textsOf } from './thoughts.ts'
import { type Parts, tryWeight } from './tries.ts'
import type { OpenWay } from './ways.ts'

/**
 * The answers that the player can give to a question. One is right, and what the player thinks and hears speaks for it or against the others.
 * The story ends with the right answer, or when the player has given all the others.
 */
export function answersOf(
  { goal }: OwnAim,
  { ways, ready, stated: { say } }: { ways: readonly OpenWay[]; ready: Condition; stated: Stated },
): Parts {
  const begins = ({ tries }: OpenWay): Effect => ({ say: tries ?? say('way.says') })
  const wrong = ways.filter(({ isRight }) => !isRight)
  const [right] = ways.filter(({ isRight }) => isRight)
  const { question, isQuoted } = questionOfGoal(goal)
  const Found = say(isQuoted ? 'way.settled' : 'way.found', { question })
  return {
    flags: {},
    acts: {
      undertake: { verbs: textsOf('decideVerbs.question'), otherwise: say('way.could.question') },
      ...Object.fromEntries(
        ways.map(({ id, verbs, choice }) => [id, { verbs, choice, weight: tryWeight, otherwise: say('way.early') }]),
      ),
    },
    rules: {
      solves: {
        on: { act: right!.id },
        when: ready,
        order: 'instead',
        then: [begins(right!), { set: 'achieved' }, { ending: 'solved' }],
      },
      ...Object.fromEntries(
        wrong.flatMap((way) => [
          [`${way.id}_again`, { on: { act: way.id }, when: { flag: way.id }, refuse: say('way.wrongAgain') }],
          [
            `${way.id}_wrong`,
            {
              on: { act: way.id },
              when: [ready, { not: { flag: way.id } }],
              order: 'instead' as const,
              then: [begins(way), { say: way.fails ?? say('way.wrong') }, { set: way.id }],
            },
          ],
        ]),
      ),
      mistaken: { when: wrong.map(({ id }): Condition => ({ flag: id })), then: [{ ending: 'mistaken' }] },
    },
    endings: {
      solved: { title: say('way.solved.title'), kind: 'won', text: say('way.solved', { Found, end: right!.end! }) },
      mistaken: { title: say('way.mistaken.title'), kind: 'lost', text: say('way.mistaken') },
    },
  }
}
