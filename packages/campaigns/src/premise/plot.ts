import type { Condition, World } from '@narratoria/world'
import type { Construction } from './build-premise.ts'
import { capitalize, withThe } from './furnish.ts'

/** What can be known and done, and how it ends. */
export function plotOf({ id, ids, genre, fill, choose, lost, premise, keeper, secret }: Construction): Partial<World> {
  // Who was missed has a part in every ending.
  const endingOf = (ending: string, ofLost: string) =>
    [ending, ...(lost ? [ofLost] : [])].map((key) => fill(choose(key), { token: `the ${genre.token.name}` })).join(' ')
  const note = premise.things.findIndex(({ isReadable, isMissing }) => isReadable && !isMissing)
  return {
    facts: {
      lead: { text: fill(choose(id.missing === undefined ? 'hook' : 'hookMissing')), about: [keeper.name] },
      secret: { text: secret, about: [premise.subject.name] },
    },
    acts: {
      destroy: {
        verbs: choose('destroyVerbs').split(', '),
        roles: ['thing'],
        otherwise: choose('destroyOther'),
        choice: choose('destroyChoice'),
      },
      knock: { verbs: choose('knockVerbs').split(', '), roles: ['thing'], otherwise: choose('knockOther') },
    },
    rules: {
      knocks: {
        on: { act: 'knock', thing: id.door },
        when: { not: { is: [id.door, 'open'] } },
        order: 'instead',
        then: [
          {
            if: { at: [id.lost ?? id.keeper, id.vault] },
            then: [{ say: choose('knockLost') }],
            else: [{ say: choose('knockEmpty') }],
          },
        ],
      },
      read_token: { on: { act: 'read', thing: id.token }, then: [{ learn: ['player', 'secret'] }] },
      // The first thing that can be read names the keeper.
      ...(note >= 0 && {
        read_note: { on: { act: 'read', thing: ids.get(`thing${note}`) }, then: [{ learn: ['player', 'lead'] }] },
      }),
      show_token: {
        on: { act: 'show', thing: id.token, person: id.keeper },
        when: { knows: ['player', 'secret'] },
        order: 'instead',
        then: [{ say: fill(choose('keeperShown')) }, { ending: 'confronted' }],
      },
      ...(id.lost !== undefined && {
        meets_lost: {
          on: { act: ['talk', 'ask'], person: id.lost },
          when: { not: { flag: 'found' } },
          then: [{ say: fill(choose('lostMet'), { person: lost!.name }) }, { set: 'found' }],
        },
      }),
      destroy_unread: {
        on: { act: 'destroy', thing: id.token },
        when: { not: { knows: ['player', 'secret'] } },
        refuse: fill(choose('burn')),
      },
      destroy_token: {
        on: { act: 'destroy', thing: id.token },
        when: [{ knows: ['player', 'secret'] }, { at: [id.token, 'player'] }],
        confirm: fill(choose('burnAsk')),
        order: 'instead',
        then: [{ move: [id.token, 'nowhere'] }, { ending: 'kept' }],
      },
    },
    goals: goalsOf({ id, fill, choose, premise }),
    endings: {
      ...(id.missing !== undefined && {
        returned: { title: choose('returnedTitle'), kind: 'won' as const, text: fill(choose('returned')) },
      }),
      ...(id.lost !== undefined && {
        found: {
          title: choose('foundTitle'),
          kind: 'won' as const,
          when: [{ flag: 'found' }, { at: ['player', id.start] }, { at: [id.lost, id.start] }] as Condition,
          text: fill(choose('found'), { Subject: capitalize(withThe(lost!.name)) }),
        },
      }),
      confronted: { title: choose('confrontedTitle'), kind: 'won', text: endingOf('confronted', 'lostFreed') },
      published: { title: choose('publishedTitle'), kind: 'won', text: endingOf('published', 'lostFreed') },
      kept: {
        title: choose('keptTitle'),
        kind: 'open',
        text: endingOf('kept', 'lostSilent'),
      },
    },
  }
}

// What the premise asks, or what is missed in it, or what is hidden.
function goalsOf({
  id,
  fill,
  choose,
  premise,
}: Pick<Construction, 'id' | 'fill' | 'choose' | 'premise'>): NonNullable<World['goals']> {
  const { question, subject } = premise
  const known = { knows: ['player', 'secret'] as [string, string] }
  if (question !== undefined) return { secret: { text: fill(choose('goalQuestion')), done: known } }
  if (id.lost !== undefined)
    return { lost: { text: fill(choose('goalLost')), done: { all: [{ flag: 'found' }, { at: [id.lost, id.start] }] } } }
  if (id.missing === undefined)
    return { secret: { text: fill(choose(subject.isMissing ? 'goalAbsent' : 'goal')), done: known } }
  return {
    missing: { text: fill(choose('goalMissing')), done: { at: [id.missing, 'player'] } },
    give: { text: fill(choose('goalReturn')), done: { at: [id.missing, id.confidant] } },
  }
}
