import type { Feature } from './features.ts'
import { ellipse, path, rect, ring } from './shapes.ts'

/** Lighter than dark hair, so that a small picture still shows a face. */
export const skin = '#8b7e75'
const hairs = { hairWhite: '#d8d4ca', hairRed: '#7d3a1e', hairFair: '#b8954f' } as const
const usualHair = '#26201f'

interface Head {
  has: (feature: Feature) => boolean
  isWoman: boolean
  centre: { x: number; y: number }
}

/** Draws the head: what is behind the shoulders, such as long hair, and what is before them. */
export function drawHead({ has, isWoman, centre: { x, y } }: Head): { behind: string; front: string } {
  const colour = (Object.keys(hairs) as (keyof typeof hairs)[]).find(has)
  const hair = colour ? hairs[colour] : usualHair
  const isLong = has('hairLong') || (isWoman && !has('hairBun') && !has('hairBraid') && !has('bald'))
  const behind = [
    isLong && !has('bald')
      ? path(
          `M${x - 88} ${y - 20} C${x - 104} ${y + 90} ${x - 96} ${y + 150} ${x - 112} ${y + 196} L${x + 112} ${y + 196} C${x + 96} ${y + 150} ${x + 104} ${y + 90} ${x + 88} ${y - 20} Z`,
          hair,
        )
      : '',
    has('hairBun') ? ellipse(x, y - 104, 40, 36, hair) : '',
    has('hood')
      ? path(
          `M${x - 128} ${y + 196} C${x - 150} ${y - 40} ${x - 80} ${y - 140} ${x} ${y - 142} C${x + 80} ${y - 140} ${x + 150} ${y - 40} ${x + 128} ${y + 196} Z`,
          '#2a2d33',
        )
      : '',
  ]
  const front = [
    has('machine')
      ? rect(x - 74, y - 92, 148, 176, skin) +
        rect(x - 46, y - 26, 34, 14, '#d8d4ca') +
        rect(x + 12, y - 26, 34, 14, '#d8d4ca')
      : ellipse(x, y, 76, 96, skin),
    hairOf({ has, x, y, hair }),
    has('hairBraid')
      ? path(`M${x + 64} ${y + 10} q36 60 8 120 q22 40 -6 92 q-34 -40 -18 -90 q-30 -60 -6 -110 Z`, hair)
      : '',
    has('beard')
      ? path(
          `M${x - 74} ${y + 14} Q${x - 62} ${y + 150} ${x} ${y + 160} Q${x + 62} ${y + 150} ${x + 74} ${y + 14} Q${x} ${y + 72} ${x - 74} ${y + 14} Z`,
          hair === usualHair ? '#33302c' : hair,
        )
      : '',
    has('moustache') && !has('beard')
      ? path(
          `M${x} ${y + 40} q-26 -12 -50 14 q26 10 50 -4 q24 14 50 4 q-24 -26 -50 -14 Z`,
          hair === usualHair ? '#4a443c' : hair,
        )
      : '',
    has('glasses')
      ? ring(x - 32, y - 6, 22, '#e6dcc2') + ring(x + 32, y - 6, 22, '#e6dcc2') + rect(x - 10, y - 8, 20, 4, '#e6dcc2')
      : '',
    coverOf({ has, x, y }),
  ]
  return { behind: behind.join(''), front: front.join('') }
}

interface At {
  has: Head['has']
  x: number
  y: number
}

function hairOf({ has, x, y, hair }: At & { hair: string }): string {
  if (has('bald') || has('machine') || has('helmet')) return ''
  if (has('hairCurly'))
    return [-70, -46, -16, 16, 46, 70]
      .map((dx) => ellipse(x + dx, y - 74 - (70 - Math.abs(dx)) / 3, 34, 34, hair))
      .join('')
  return path(
    `M${x - 84} ${y + 4} C${x - 96} ${y - 96} ${x - 40} ${y - 122} ${x} ${y - 120} C${x + 40} ${y - 122} ${x + 96} ${y - 96} ${x + 84} ${y + 4} C${x + 66} ${y - 46} ${x + 20} ${y - 62} ${x - 16} ${y - 58} C${x - 50} ${y - 52} ${x - 72} ${y - 34} ${x - 84} ${y + 4} Z`,
    hair,
  )
}

/** What is worn on the head. */
function coverOf({ has, x, y }: At): string {
  if (has('helmet'))
    return (
      path(`M${x - 96} ${y + 66} C${x - 112} ${y - 130} ${x + 112} ${y - 130} ${x + 96} ${y + 66} Z`, '#565c63') +
      path(`M${x - 66} ${y + 20} Q${x} ${y - 74} ${x + 66} ${y + 20} Q${x} ${y + 60} ${x - 66} ${y + 20} Z`, '#c9d4da')
    )
  if (has('crown'))
    return path(
      `M${x - 76} ${y - 74} L${x - 84} ${y - 142} L${x - 40} ${y - 106} L${x} ${y - 156} L${x + 40} ${y - 106} L${x + 84} ${y - 142} L${x + 76} ${y - 74} Z`,
      '#b98a2e',
    )
  if (has('hat'))
    return (
      ellipse(x, y - 62, 136, 22, '#15171b') +
      path(
        `M${x - 78} ${y - 64} L${x - 66} ${y - 144} Q${x} ${y - 162} ${x + 66} ${y - 144} L${x + 78} ${y - 64} Z`,
        '#15171b',
      )
    )
  if (has('cap'))
    return (
      path(`M${x - 90} ${y - 54} C${x - 98} ${y - 140} ${x + 98} ${y - 140} ${x + 90} ${y - 54} Z`, '#22303d') +
      path(
        `M${x - 96} ${y - 58} Q${x - 10} ${y - 36} ${x + 118} ${y - 52} L${x + 96} ${y - 70} L${x - 90} ${y - 70} Z`,
        '#0d1218',
      )
    )
  if (has('hood'))
    return path(
      `M${x - 98} ${y + 96} C${x - 124} ${y - 60} ${x - 70} ${y - 138} ${x} ${y - 142} C${x + 70} ${y - 138} ${x + 124} ${y - 60} ${x + 98} ${y + 96} C${x + 92} ${y - 20} ${x + 60} ${y - 88} ${x} ${y - 90} C${x - 60} ${y - 88} ${x - 92} ${y - 20} ${x - 98} ${y + 96} Z`,
      '#2a2d33',
    )
  return ''
}
