import { expect, it } from 'vitest'
import { countTurns } from '../src/index.ts'

it.each([
  [[[1, 9]], 4, 9, 5],
  [
    [
      [1, 2],
      [7, 9],
    ],
    2,
    9,
    3,
  ],
  [
    [
      [1, 2],
      [7, 9],
    ],
    1,
    8,
    3,
  ],
  [
    [
      [1, 2],
      [7, 9],
    ],
    9,
    9,
    0,
  ],
  [
    [
      [1, 2],
      [7, 9],
    ],
    9,
    2,
    0,
  ],
] as [[number, number][], number, number, number][])(
  'on the line %j from turn %i to %i lie %i turns, whatever was taken back',
  (line, from, to, count) => {
    expect(countTurns(line, { from, to })).toBe(count)
  },
)

it('counts every number without a line', () => {
  expect(countTurns(undefined, { from: 3, to: 8 })).toBe(5)
})
