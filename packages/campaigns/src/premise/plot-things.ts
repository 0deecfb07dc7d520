import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import type { World } from '@narratoria/world'
import { withThe } from './furnish.ts'
import type { Staging } from './plot-world.ts'
import { ownThing } from './scenes.ts'

/** The things of the premise in a plot, and the locked door with its key if the premise has one. */
export function plotThings(staging: Staging): World['things'] {
  const { choose, fill, ids, places, premise, recall } = staging
  const hidden = ids.has('site') ? ids.get('site') : ids.get('far')
  const things = Object.fromEntries(
    premise.things.map((thing, index) => [
      ids.get(`thing${index}`),
      ownThing({ ids, premise, fill, choose, recall, start: ids.get('start'), hidden, isPlain: true }, thing),
    ]),
  )
  if (!premise.locked) return things
  // The plot may say itself where the key is.
  const isOwn = ids.has('pass')
  if (isOwn) ids.share('lockedKey', 'pass')
  else ids.add('lockedKey', choose('lockedKey'))
  const { door } = staging.names
  const place = places.vault.name.split(' ').at(-1)!
  return {
    ...things,
    [ids.get('door')]: {
      name: door ?? choose('doorName'),
      aliases: [premiseContent.phrases['doorAliases'] ?? []].flat().map((alias) => fillSentence(alias, { place })),
      at: ids.get('start'),
      portable: false,
      openable: true,
      lockable: true,
      key: ids.get('lockedKey'),
      ...(!isOwn && { force: 0 }),
      is: ['locked', 'scenery'],
      description: fill(choose('doorLocked'), { place: withThe(places.vault.name) }),
    },
    ...(!isOwn && {
      [ids.get('lockedKey')]: {
        name: choose('lockedKey'),
        at: ids.get('desk'),
        description: choose('lockedKeyLook'),
      },
    }),
  }
}
