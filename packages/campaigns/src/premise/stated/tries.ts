import type { Condition, Effect, World } from '@narratoria/world'
import { isSaid } from '../conditions.ts'
import { longestChoice, type OwnAim } from './own-aim.ts'
import type { Stated } from './stated-world.ts'
import { textsOf } from './thoughts.ts'
import type { OpenWay } from './ways.ts'

/** What a task is about. */
export interface About {
  ways: readonly OpenWay[]
  helpers: Helpers
  leads: readonly Lead[]
  /** Who lives, and is not the player. */
  witness: string | undefined
  stated: Stated
}

/** Parts of a world that an aim brings along. */
export type Parts = Required<Pick<World, 'flags' | 'acts' | 'rules' | 'endings'>>

/** What a roll is better by: the right way, and each advantage, up to so many. */
const modifiers = { right: 2, wrong: 0, most: 3 }

/** A thought that speaks for the right way: the flag of the player who has had it, and what it is about. */
export interface Lead {
  flag: string
  about: string
}

/** How much a way or an answer promises as a choice: more than a thought. */
export const tryWeight = 7

/** Who can be asked for help: id → name. */
export type Helpers = Readonly<Record<string, string>>

/**
 * The ways to try a task. Each can be tried once, and a roll decides; who has got ready, has found help or has done a half of it does
 * better. It ends when it is done, when all ways have been tried, or when the player is content with a half.
 */
export function triesOf(
  { goal }: OwnAim,
  { ways, helpers, leads, witness, ready, stated: { say } }: About & { ready: Condition },
): Parts {
  const achieve: Effect[] = [
    ...helpOf(leads, say),
    ...Object.entries(helpers).map(([id, person]): Effect => ({
      if: { flag: `helped_${id}` },
      then: [{ say: say('way.hand', { person }) }],
    })),
    { set: 'achieved' },
    { ending: 'done' },
  ]
  const half: Effect[] = [{ say: say('way.half') }, { set: 'half' }, { set: 'advantage', add: 2 }]
  const triedAll: Condition[] = [{ not: { flag: 'achieved' } }, ...ways.map(({ id }): Condition => ({ flag: id }))]
  const isShort = goal.length <= longestChoice
  const remembered = witness === undefined ? [] : [say('way.remembered', { person: witness })]
  const choiceOf = ({ choice, choiceWith }: OpenWay) =>
    isShort && choiceWith !== undefined ? choiceWith.replace('{task}', () => goal) : choice
  return {
    flags: { advantage: 0 },
    acts: {
      undertake: {
        verbs: [...new Set([...wordsOf(goal), ...textsOf('decideVerbs.task')])],
        otherwise: say('way.could.task'),
      },
      prepare: {
        verbs: textsOf('way.prepareVerbs'),
        otherwise: say('way.preparedAlready'),
        choice: say('way.prepare'),
      },
      content: { verbs: textsOf('way.contentVerbs'), otherwise: say('way.notHalf'), choice: say('way.content') },
      ...(Object.keys(helpers).length > 0 && {
        help: {
          verbs: textsOf('way.helpVerbs'),
          roles: ['person' as const],
          otherwise: say('way.noHelp'),
          choice: say('way.help'),
        },
      }),
      ...Object.fromEntries(
        ways.map((way) => [
          way.id,
          { verbs: way.verbs, choice: choiceOf(way), weight: tryWeight, otherwise: say('way.early') },
        ]),
      ),
    },
    rules: {
      prepares: {
        on: { act: 'prepare' },
        order: 'instead',
        then: [{ set: 'advantage', add: 1 }, { say: say('way.prepared') }],
        once: true,
      },
      contents: { on: { act: 'content' }, when: { flag: 'half' }, order: 'instead', then: [{ ending: 'contented' }] },
      ...Object.fromEntries(
        Object.entries(helpers).map(([id, person]) => [`helps_${id}`, askingRule(id, person, say)]),
      ),
      ...Object.fromEntries(
        ways.flatMap((way) => rulesOf(way, { achieve, half, ready, task: say('way.tryTask'), say })),
      ),
      given_out: { when: [...triedAll, { not: { flag: 'half' } }], then: [{ ending: 'failed' }] },
      half_done: { when: [...triedAll, { flag: 'half' }], then: [{ ending: 'contented' }] },
    },
    endings: {
      done: {
        title: say('way.done.title'),
        kind: 'won',
        text: [say('way.done', { Deed: sentenceOf(goal, true, say) }), ...remembered].join(' '),
      },
      contented: { title: say('way.content.title'), kind: 'open', text: say('way.contented') },
      failed: {
        title: say('way.failed.title'),
        kind: 'lost',
        text: say('way.failed', { Undone: sentenceOf(goal, false, say) }),
      },
    },
  }
}

// The first that the player knows.
function helpOf([lead, ...others]: readonly Lead[], say: Stated['say']): Effect[] {
  if (lead === undefined) return []
  const { flag, about } = lead
  return [
    {
      if: { flag },
      then: [{ say: say('way.known', { topic: about }) }],
      ...(others.length > 0 && { else: helpOf(others, say) }),
    },
  ]
}

function askingRule(id: string, person: string, say: Stated['say']): NonNullable<World['rules']>[string] {
  return {
    on: { act: 'help', person: id },
    order: 'instead',
    once: true,
    then: [{ set: `helped_${id}` }, { set: 'advantage', add: 1 }, { say: say('way.helped', { person }) }],
    roll: {
      task: say('way.helpTask', { person }),
      partial: [{ say: say('way.unhelped', { person }) }],
      failure: [{ say: say('way.refused', { person }) }],
    },
  }
}

// A rule for each advantage, because a roll has one modifier.
function rulesOf(
  { id, isRight, tries, fails }: OpenWay,
  {
    achieve,
    half,
    ready,
    task,
    say,
  }: { achieve: Effect[]; half: Effect[]; ready: Condition; task: string; say: Stated['say'] },
): [string, NonNullable<World['rules']>[string]][] {
  const begins: Effect[] = [{ set: id }, { say: tries! }]
  const levels = Array.from({ length: modifiers.most + 1 }, (_, level) => level)
  return [
    [`${id}_used`, { on: { act: id }, when: { flag: id }, refuse: say('way.used') }],
    ...levels.map((level): [string, NonNullable<World['rules']>[string]] => [
      `${id}_${level}`,
      {
        on: { act: id },
        when: [
          ready,
          { not: { flag: id } },
          { flag: 'advantage', min: level, ...(level < modifiers.most && { max: level }) },
        ],
        order: 'instead',
        then: [...begins, { say: say('way.works') }, ...achieve],
        roll: {
          task,
          modifier: level + (isRight ? modifiers.right : modifiers.wrong),
          partial: [...begins, { if: { flag: 'half' }, then: [{ say: say('way.rest') }, ...achieve], else: half }],
          failure: [...begins, { say: fails! }],
        },
      },
    ]),
  ]
}

// As a whole, and its verb, if that has no meaning in every world.
function wordsOf(goal: string): string[] {
  const whole = goal.replaceAll(/[,?]/gu, '').toLowerCase()
  const [verb = ''] = whole.split(' ')
  return isSaid('stated.commonVerb', verb) ? [whole] : [whole, verb]
}

/** What is done or not: `find the horse` → `You find the horse`, `You do not find the horse`. */
function sentenceOf(goal: string, isDone: boolean, say: Stated['say']): string {
  const [, not, be, task = ''] = /^(not (?:to )?)?(be )?(.*?)[.!?]?$/isu.exec(goal)!
  const isSo = isDone === (not === undefined)
  return say(`way.deed${isSo ? '' : '.not'}${be === undefined ? '' : '.be'}`, { task })
}
