import type { Condition, Effect } from '@narratoria/world'
import type { OwnAim } from './own-aim.ts'
import type { Stated } from './stated-world.ts'
import { textsOf } from './thoughts.ts'
import { type Parts, tryWeight } from './tries.ts'
import type { OpenWay } from './ways.ts'

/**
 * The answers that the player can give to a question. One is right, and what the player thinks and hears speaks for it or against the others. It ends with the
 * right one, or when only that is left.
 */
export function answersOf(
  { goal }: OwnAim,
  { ways, ready, stated: { say } }: { ways: readonly OpenWay[]; ready: Condition; stated: Stated },
): Parts {
  const isLooking = ways.some(({ verbs }) => verbs.some((verb) => verb.startsWith('look ')))
  const begins: Effect[] = [{ say: say(isLooking ? 'way.looks' : 'way.says') }]
  const wrong = ways.filter(({ isRight }) => !isRight)
  const [right] = ways.filter(({ isRight }) => isRight)
  const found = goal.replace(/^find out /u, 'found out ').replace(/^answer /u, 'answered ')
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
        then: [...begins, { set: 'achieved' }, { ending: 'solved' }],
      },
      ...Object.fromEntries(
        wrong.flatMap(({ id }) => [
          [`${id}_again`, { on: { act: id }, when: { flag: id }, refuse: say('way.wrongAgain') }],
          [
            `${id}_wrong`,
            {
              on: { act: id },
              when: [ready, { not: { flag: id } }],
              order: 'instead' as const,
              then: [...begins, { say: say(isLooking ? 'way.notThere' : 'way.wrong') }, { set: id }],
            },
          ],
        ]),
      ),
      mistaken: { when: wrong.map(({ id }): Condition => ({ flag: id })), then: [{ ending: 'mistaken' }] },
    },
    endings: {
      solved: { title: say('way.solved.title'), kind: 'won', text: say('way.solved', { found, end: right!.end! }) },
      mistaken: { title: say('way.mistaken.title'), kind: 'lost', text: say('way.mistaken') },
    },
  }
}
