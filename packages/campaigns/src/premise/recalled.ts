import type { World } from '@narratoria/world'
import { withThe } from './furnish.ts'
import type { Named, Premise } from './premise.ts'
import { joinedList } from './words.ts'

/** At most so many names are recalled at the beginning. */
const mostRecalled = 6

/** Names whom and what the premise is about, as far as neither the beginning nor the first place does: they are not claimed to be there. */
export function recalledIn(
  { player, people, absent, places, regions, things, matters, isOutside }: Premise,
  { world, opening, choose }: { world: World; opening: string; choose: (key: string) => string },
): string[] {
  const { at } = world.player
  const isHere = (each: { at?: unknown }) => each.at === at || each.at === 'player'
  const seen = [
    opening,
    player?.name ?? '',
    world.places[at]!.name,
    ...[...Object.values(world.people), ...Object.values(world.things)].filter(isHere).map(({ name }) => name),
  ]
  const text = seen.join(' | ').toLowerCase()
  const all = [...people, ...absent, ...things, ...matters, ...places, ...regions]
  const isNew = ({ name }: Named, index: number) =>
    !text.includes(name.toLowerCase()) && all.findIndex((each) => each.name === name) === index
  const names = all.filter(isNew).slice(0, mostRecalled)
  return names.length === 0
    ? []
    : [
        choose(isOutside ? 'recalledThere' : 'recalled').replace('{list}', () =>
          joinedList(names.map(({ name }) => withThe(name))),
        ),
      ]
}
