import { premiseContent } from '@narratoria/content/premises'
import { isSaid } from './conditions.ts'
import { namedIn } from './named-in.ts'
import type { Named, Premise } from './premise.ts'
import { singularOf } from './words.ts'

/** What the trade of the player brings along if the premise names nothing like it: the car of a driver, the bread of a baker. */
export function withTrade(premise: Premise): Premise {
  const role = (premise.self ?? premise.player?.role ?? premise.player?.name ?? '').toLowerCase().split(/[\s-]+/)
  const trade = premiseContent.trades.find(({ words }) =>
    words.split(' ').some((word) => role.some((each) => word === each || word === singularOf(each))),
  )
  if (!trade) return premise
  const all = [...premise.things, ...premise.places, ...premise.people]
  const has = ({ name }: Pick<Named, 'name'>) =>
    all.some((each) => each.name === name || [each.name, ...each.aliases].some((own) => own.endsWith(lastOf(name))))
  const thing =
    trade.thing && !has(trade.thing)
      ? [
          {
            aliases: [lastOf(trade.thing.name)].filter((alias) => alias !== trade.thing!.name),
            isOfTrade: true,
            ...trade.thing,
          },
        ]
      : []
  const place =
    trade.place && !has(trade.place) && premise.places.every(({ name }) => isSaid('wide', name))
      ? { tradePlace: { aliases: [], ...trade.place } }
      : {}
  return { ...premise, things: [...premise.things, ...thing], ...place }
}

/** Names what the trade brought along, so that the player knows of it. */
export function tradeSeen({ things }: Premise, choose: (key: string) => string): string[] {
  return things
    .filter(({ isOfTrade }) => isOfTrade)
    .map(({ isHeld, name }) => namedIn(choose(isHeld ? 'tradeHeld' : 'tradeHere'), { values: { thing: name } }))
}

function lastOf(name: string): string {
  return name.split(' ').at(-1)!
}
