import { pick } from './choose-name.ts'

const first =
  'Salt Copper Lantern Heron Quarry Thistle Weir Candle Ash Bell Chalk Cinder Drover Ember Fallow Glass Harrow Iron Juniper Lark Marrow Nettle Orchard Pilgrim Rook Saddler Tallow Umber Vesper Wicker'.split(
    ' ',
  )
const second =
  'Stair Yard Landing Row House Cross Gate Rooms Market Well Hall Bridge Court Wharf Lane Steps Tower Mill Garden Close'.split(
    ' ',
  )

/** A random name of a location. */
export function makePlace(random: () => number): string {
  return `The ${pick(first, random)} ${pick(second, random)}`
}
