import type { World } from '@narratoria/world'
import type { Construction } from './build-premise.ts'

/** What can be known and done, and how it ends. */
export function plotOf({ id, genre, fill, choose, premise, keeper, secret }: Construction): Partial<World> {
  return {
    facts: {
      lead: { text: fill(choose('hook')), about: [keeper.name] },
      secret: { text: secret, about: [premise.subject.name] },
    },
    acts: {
      destroy: {
        verbs: choose('destroyVerbs').split(', '),
        roles: ['thing'],
        otherwise: choose('destroyOther'),
        choice: choose('destroyChoice'),
      },
    },
    rules: {
      read_token: { on: { act: 'read', thing: id.token }, then: [{ learn: ['player', 'secret'] }] },
      destroy_unread: {
        on: { act: 'destroy', thing: id.token },
        when: { not: { knows: ['player', 'secret'] } },
        refuse: fill(choose('burn')),
      },
      destroy_token: {
        on: { act: 'destroy', thing: id.token },
        when: [{ knows: ['player', 'secret'] }, { at: [id.token, 'player'] }],
        order: 'instead',
        then: [{ move: [id.token, 'nowhere'] }, { ending: 'kept' }],
      },
    },
    goals: { secret: { text: fill(choose('goal')), done: { knows: ['player', 'secret'] } } },
    endings: {
      published: { title: choose('publishedTitle'), kind: 'won', text: fill(choose('published')) },
      kept: {
        title: choose('keptTitle'),
        kind: 'open',
        text: fill(choose('kept'), { token: `the ${genre.token.name}` }),
      },
    },
  }
}
